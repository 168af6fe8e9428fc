/** The languages of the page: a row each, with all that differs between them but words. */

export interface LanguageRow {
  /** In its own words. */
  name: string;
  /** The same, as short as a button wants it. */
  short: string;
  /** What a browser, an address or a person calls it. */
  called: RegExp;
  /** Its sentences stand in the code: it has no catalogues. */
  isSource: boolean;
  /** Whether people are offered it; the others are for tests. */
  isOffered: boolean;
  /** For Intl, where the tag alone would have a region's habits. */
  locale: string;
  /** Names begin with a capital, and are written small within a sentence. */
  hasCase: boolean;
  betweenSentences: string;
  betweenClauses: string;
}

export const LANGUAGES = {
  en: {
    name: "English",
    short: "English",
    called: /^en\b(?!-XA)/i,
    isSource: true,
    isOffered: true,
    locale: "en-GB",
    hasCase: true,
    betweenSentences: " ",
    betweenClauses: "; ",
  },
  "zh-CN": {
    name: "简体中文",
    short: "中文",
    // Traditional characters are another language to read.
    called: /^zh\b(?!-(?:Hant|TW|HK|MO))/i,
    isSource: false,
    isOffered: true,
    locale: "zh-CN",
    hasCase: false,
    betweenSentences: "",
    betweenClauses: "；",
  },
  /** Accented and a third longer: what is not translated, put together or cut off is seen by it. */
  "en-XA": {
    name: "Ȧƈƈḗƞŧḗḓ",
    short: "Ȧƈƈḗƞŧḗḓ",
    called: /^en-XA$/i,
    isSource: false,
    isOffered: false,
    locale: "en-GB",
    hasCase: true,
    betweenSentences: " ",
    betweenClauses: "; ",
  },
} as const satisfies Readonly<Record<string, LanguageRow>>;

export type Language = keyof typeof LANGUAGES;

const ROWS = Object.entries(LANGUAGES) as [Language, LanguageRow][];

/** What people choose from, each in its own words. */
export const OFFERED = ROWS.filter(([, row]) => row.isOffered).map(([value, { name, short }]) => ({
  value,
  label: name,
  short,
}));

/** A language of the page for one that a person or a browser names, such as `zh-Hans-CN`. */
export function languageFor(name: string | null | undefined): Language | undefined {
  return ROWS.find(([, { called }]) => called.test(name ?? ""))?.[0];
}
