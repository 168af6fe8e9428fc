/** What CHANGELOG.md says of versions, as https://keepachangelog.com asks, and what it lacks. */

const FILE = "CHANGELOG.md";
const LINES_MAX = 150;
const GROUPS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
const OPEN = "Unreleased";

/**
 * @typedef {{ title: string, version: string, date: string | null, lines: string[] }} Section
 * @param {string} text
 * @returns {Section[]} in the order of the file; lines have text on them
 */
export function sectionsOf(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title, ...lines] = part.split("\n");
      const [version, date = null] = title.trim().split(" - ");
      return { title, version, date, lines: lines.filter((line) => line.trim() !== "") };
    });
}

/** The text below the heading of a version: what a release says of itself. */
export function notesOf(text, version) {
  const parts = text.split(/^## /m).slice(1);
  const found = parts.find((part) => part.split(/ - |\n/)[0].trim() === version);
  return found === undefined ? null : found.slice(found.indexOf("\n") + 1).trim();
}

/**
 * What keeps a version from being released.
 * @param {string} text
 * @param {string} version
 * @param {string} today as 2026-01-31
 * @returns {string[]} one sentence each
 */
export function changelogFaults(text, version, today) {
  const sections = sectionsOf(text);
  const [open] = sections;
  const newest = sections.find((section) => section.version !== OPEN);
  const faults = [];
  if (open?.version !== OPEN) {
    faults.push(`${FILE}: found "${open?.version ?? "nothing"}" first, expected "## ${OPEN}"`);
  } else if (open.lines.length > 0) {
    faults.push(
      `${FILE}: found ${open.lines.length} lines under "${OPEN}", expected none: they belong to ${version}`,
    );
  }
  if (newest?.version !== version) {
    faults.push(
      `${FILE}: found "${newest?.version ?? "nothing"}" as the newest version, expected ${version}`,
    );
    return faults;
  }
  return [...faults, ...dateFaults(newest, today), ...lineFaults(newest)];
}

function dateFaults({ version, date }, today) {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date ?? "") && !Number.isNaN(Date.parse(date));
  if (!isDate)
    return [`${FILE} at ${version}: found the date "${date ?? ""}", expected one like 2026-01-31`];
  if (date > today) return [`${FILE} at ${version}: found ${date}, which is after today, ${today}`];
  return [];
}

function lineFaults({ version, lines }) {
  const groups = lines.filter((line) => line.startsWith("### ")).map((line) => line.slice(4));
  const faults = groups
    .filter((group) => !GROUPS.includes(group))
    .map(
      (group) =>
        `${FILE} at ${version}: found the group "${group}", expected one of ${GROUPS.join(", ")}`,
    );
  if (!lines.some((line) => line.startsWith("- "))) {
    faults.push(`${FILE} at ${version}: found no line of a change, expected at least one`);
  }
  if (lines.length > LINES_MAX) {
    faults.push(
      `${FILE} at ${version}: found ${lines.length} lines, expected at most ${LINES_MAX}`,
    );
  }
  return faults;
}
