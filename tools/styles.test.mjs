/** Each rule of the page's classes trips on what it forbids, and lets the rest pass. */

import { describe, expect, it } from "vitest";
import { SHARED, stylesTroubles } from "./styles.mjs";

/** A part with its sheet, and what is shared. */
function found({ sheet = "", part = "", shared = "" }) {
  const texts = new Map([
    [SHARED, shared],
    ["web/shell/theme.css", ".sr-only {\n  width: 1px;\n}\n"],
    ["web/views/a/a.module.css", sheet],
    ["web/views/a/A.tsx", `import css from "./a.module.css";\n${part}`],
  ]);
  return stylesTroubles(texts).join("\n");
}

describe("the page's classes", () => {
  it("are asked for and there, under any media and beside those of others", () => {
    const sheet = `/* Not .this one. */
.row,
.cell[data-x="1.5"] {
  composes: quiet sr-only from global;
}

@media (max-width: 899px) {
  .row:has(:global(.other)) .cell {
    margin: 1.5px;
  }
}
`;
    const part = '<p className={css.row} /><p className={cx("lit", css.cell)} />';
    const shared = ".quiet {\n  color: red;\n}\n\n.lit:hover {\n  color: red;\n}\n";
    expect(found({ sheet, part, shared })).toBe("");
  });

  it("are there when a part asks for them", () => {
    expect(found({ part: "<p className={css.gone} />" })).toContain(
      "asks web/views/a/a.module.css for .gone",
    );
  });

  it("are asked for by somebody", () => {
    const sheet = ".idle {\n  color: red;\n}\n";
    expect(found({ sheet })).toContain("nobody asks for .idle");
    expect(found({ sheet, part: "css[kind]" })).toBe("");
  });

  it("are taken from what is shared only if they are there, and all of them by somebody", () => {
    const sheet = ".row {\n  composes: loud from global;\n}\n";
    expect(found({ sheet, part: "css.row" })).toContain("composes .loud");
    const shared = ".quiet {\n  color: red;\n}\n";
    expect(found({ shared })).toContain("nobody takes .quiet");
    expect(found({ shared, part: '<p className="quiet" />' })).toBe("");
  });

  it("have one name where a part looks for them by it", () => {
    const sheet = ".card {\n  composes: quiet from global;\n}\n";
    const shared = ".quiet {\n  color: red;\n}\n";
    const part = `element.closest(\`.\${css.card}\`)`;
    expect(found({ sheet, shared, part })).toContain("looks for .card, which has several names");
  });
});
