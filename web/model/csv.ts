/** Tables for other programs: no text is written so that a spreadsheet takes it for a formula. */

export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
