/** For the browser tests. */

export declare function pseudo(message: string): string;
export declare function pseudoCatalogue(file: string): Record<string, string>;
