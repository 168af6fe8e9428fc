/**
 * What may be linked or bundled, with reasons. deny.toml says the same to cargo-deny for the
 * crates; licences.test.mjs checks that the two agree.
 */

/** Licences by SPDX name. */
export const LICENCES = {
  "Apache-2.0": "the project's own licence",
  MIT: "permissive",
  "MIT-0": "permissive, without a notice",
  ISC: "permissive",
  "0BSD": "permissive, without a notice",
  "BSD-2-Clause": "permissive",
  "BSD-3-Clause": "permissive",
  "BlueOak-1.0.0": "permissive",
  "Unicode-3.0": "permissive; the tables of unicode-ident",
  Unlicense: "public domain",
  Zlib: "permissive",
};

/** Single packages under another licence. */
export const EXCEPTIONS = {
  "crate:tiny-keccak":
    "CC0-1.0, public domain: parquet's on wasm32 alone, where nothing links parquet",
  "npm:@fontsource-variable/inter":
    "OFL-1.1: a font without a reserved name, shipped beside the page",
  "npm:@fontsource-variable/newsreader":
    "OFL-1.1: a font without a reserved name, shipped beside the page",
  "npm:caniuse-lite": "CC-BY-4.0: tables that the build looks up, are not shipped",
  "npm:lightningcss": "MPL-2.0: compiles the style sheets, is not shipped",
  "npm:@resvg/resvg-js":
    "MPL-2.0: draws the cards of share pages as the build runs, is not shipped",
  "npm:mediabunny": "MPL-2.0: writes WebM in the page, shipped as it is published, with its notice",
  "npm:axe-core": "MPL-2.0: runs in tests only, is not shipped",
  "npm:@axe-core/playwright": "MPL-2.0: runs in tests only, is not shipped",
  "npm:argparse": "Python-2.0, permissive: read by stylelint, is not shipped",
  "npm:mdn-data": "CC0-1.0, public domain: read by stylelint, is not shipped",
  "npm:rulr": "MIT by its file license: checks xAPI statements in tests, is not shipped",
  "npm:svg-tags": "MIT by its file LICENSE: read by stylelint, is not shipped",
};

/** These have one package for each system. */
export const EXCEPTION_FAMILIES = {
  "npm:@resvg/resvg-js-": "MPL-2.0: draws the cards of share pages, is not shipped",
  "npm:lightningcss-": "MPL-2.0: compiles the style sheets, is not shipped",
};

/**
 * Known advisories that concern packages of our trees. `fixed` is the first sound version, null
 * when there is none. An entry without `accepted` fails the check when it applies; one with it
 * says why it may apply, and must be removed once it does not.
 */
export const ADVISORIES = [
  {
    id: "RUSTSEC-2024-0437",
    ecosystem: "crate",
    package: "protobuf",
    fixed: "3.7.2",
    what: "stack overflow on crafted unknown groups",
    accepted: "raft 0.7 needs 2.28; only bytes that the engine itself encoded are decoded",
  },
  {
    id: "RUSTSEC-2025-0057",
    ecosystem: "crate",
    package: "fxhash",
    fixed: null,
    what: "unmaintained",
    accepted: "raft 0.7 needs it; a hash over node ids, without a known fault",
  },
  {
    id: "RUSTSEC-2026-0007",
    ecosystem: "crate",
    package: "bytes",
    fixed: "1.11.1",
    what: "integer overflow in BytesMut::reserve",
  },
  {
    id: "RUSTSEC-2026-0097",
    ecosystem: "crate",
    package: "rand",
    fixed: "0.8.6",
    what: "unsound with a logger that draws numbers",
  },
  {
    id: "RUSTSEC-2025-0047",
    ecosystem: "crate",
    package: "slab",
    from: "0.4.10",
    fixed: "0.4.11",
    what: "out of bounds access in get_disjoint_mut",
  },
  {
    id: "RUSTSEC-2022-0013",
    ecosystem: "crate",
    package: "regex",
    fixed: "1.5.5",
    what: "denial of service by crafted expressions",
  },
  {
    id: "GHSA-36jr-mh4h-2g58",
    ecosystem: "npm",
    package: "d3-color",
    fixed: "3.1.0",
    what: "denial of service by crafted colours",
  },
  {
    id: "GHSA-mwcw-c2x4-8c55",
    ecosystem: "npm",
    package: "nanoid",
    fixed: "3.3.8",
    what: "predictable results for fractional sizes",
  },
  {
    id: "GHSA-7fh5-64p2-3v2j",
    ecosystem: "npm",
    package: "postcss",
    fixed: "8.4.31",
    what: "line return parsing",
  },
];
