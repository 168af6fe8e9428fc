/** How a report looks: on a screen light or dark as its reader has it, on paper light. */

import theme from "../theme.css?raw";

export function paperStyle(): string {
  return [
    `:root{${coloursOf("light")}}`,
    `@media screen and (prefers-color-scheme: dark){:root{${coloursOf("dark")}}}`,
    STYLE,
  ].join("\n");
}

/** The roles of a theme, out of the page's style sheet. */
function coloursOf(name: "light" | "dark"): string {
  const block = theme.slice(theme.indexOf(`[data-theme="${name}"] {`)).split("}")[0] ?? "";
  const roles = block.matchAll(/(--[\w-]+|color-scheme): ([^;]+);/g);
  return Array.from(roles, ([, role, value]) => `${role}:${value}`).join(";");
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 28px;background:var(--panel)}
h1{margin:0 0 16px;font-size:28px;line-height:1.2}
h2{margin:32px 0 8px;font-size:20px}
h3{margin:24px 0 4px;font-size:16px}
h4{margin:12px 0 4px;font-size:14px}
p{margin:0 0 8px;max-width:70ch}
h1,h2,h3,p,dd,li,td,th,figcaption{overflow-wrap:anywhere}
a{color:var(--accent)}
code{font:13px/1.4 ui-monospace,"DejaVu Sans Mono",monospace}
.kind,.small,.open,.at,figcaption{color:var(--ink2)}
.small,figcaption{font-size:13px}
.good{color:var(--ok)}
.bad{color:var(--bad)}
.typed{white-space:pre-wrap}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0}
.facts dt{color:var(--ink2)}
.facts dd{margin:0}
.blank{display:inline-block;width:240px;max-width:100%;border-bottom:1px solid var(--ink2)}
.told{margin:0 0 8px;padding:0;list-style:none}
.told li{padding:2px 0}
.at{display:inline-block;min-width:7.5em;font-variant-numeric:tabular-nums}
.step{padding-top:4px;border-top:1px solid var(--line)}
.tables{display:flex;flex-wrap:wrap;align-items:flex-start;gap:20px 40px}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
caption{padding-bottom:4px;font-weight:620;text-align:left}
th,td{padding:3px 0 3px 16px;border-bottom:1px solid var(--line);text-align:right;font-weight:400}
th:first-child{padding-left:0;text-align:left}
thead th{color:var(--ink2)}
figure{margin:12px 0}
svg{max-width:100%;height:auto}
.map{display:block;width:100%;max-width:760px}
.link{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
.address{flex:1 1 280px;font-size:12px;line-height:1.4}
@media (max-width:600px){main{padding:20px 16px}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:8px}}
@media print{body{background:none;font-size:11pt}main{max-width:none;padding:0}figure,.step h3,tr{break-inside:avoid}h2,h3,h4{break-after:avoid}}
`.trim();
