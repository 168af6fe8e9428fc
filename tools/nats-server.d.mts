/** What tests take from nats-server.mjs. */

/** The program, installed if it must be. */
export function natsServer(): Promise<string>;
