/**
 * The search of the documents, in the reader's browser: the index is fetched when the field is first
 * used. `/` leads to the field, Escape empties it.
 */

import MiniSearch from "./minisearch.js";

const RESULTS_MAX = 20;

/** As tools/docs.mjs made it. */
const SEARCH = { fields: ["heading", "title", "text"], storeFields: ["heading", "title", "url"] };
const HOW = { prefix: true, fuzzy: 0.15, combineWith: "AND", boost: { heading: 4, title: 2 } };

const field = document.querySelector("#search");
const found = document.querySelector("#found");
const said = found.querySelector("p");
const list = found.querySelector("ol");

let fetching;

function index() {
  fetching ??= fetch(new URL("./search.json", import.meta.url))
    .then((response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return response.text();
    })
    .then((text) => MiniSearch.loadJSON(text, SEARCH))
    .catch((error) => {
      // What failed once is asked for again.
      fetching = undefined;
      throw error;
    });
  return fetching;
}

async function search() {
  const asked = field.value.trim();
  found.hidden = asked === "";
  if (asked === "") return;
  try {
    const results = (await index()).search(asked, HOW);
    if (field.value.trim() === asked) show(results);
  } catch {
    show([]);
    said.textContent = "The index could not be fetched; type again to try again.";
  }
}

function show(results) {
  const shown = results.slice(0, RESULTS_MAX);
  const count = results.length;
  said.textContent =
    count === 0
      ? "Nothing found."
      : `${count} found${count > shown.length ? `, the first ${shown.length} shown` : ""}.`;
  list.replaceChildren(...shown.map(itemOf));
}

function itemOf({ url, heading, title }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(`./${url}`, import.meta.url).href;
  link.textContent = heading;
  item.append(link);
  if (title !== heading) item.append(` in ${title}`);
  return item;
}

field.addEventListener("focus", () => index().catch(() => undefined), { once: true });
field.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === "Escape" && field.value !== "") {
    field.value = "";
    found.hidden = true;
    field.focus();
  }
});

// On a narrow screen the list of documents waits to be opened.
if (matchMedia("(max-width: 800px)").matches) document.querySelector("nav details").open = false;
