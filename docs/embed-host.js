/**
 * A page that embeds Raft Atlas and drives it. Open it as
 * `embed-host.html?atlas=https://atlas.example.org/embed.html`; further parts go on to the embedded
 * page, and `origin` is this page's own.
 */

const asked = new URLSearchParams(location.search);
const address = new URL(asked.get("atlas") ?? "embed.html", location.href);
for (const [name, value] of asked) if (name !== "atlas") address.searchParams.set(name, value);
if (!address.searchParams.has("origin")) address.searchParams.set("origin", location.origin);

const frame = document.createElement("iframe");
frame.title = "Raft Atlas";
frame.width = "800";
frame.height = "500";
frame.src = address.href;

const waiting = new Map();
let lastId = 0;

/** Asks the embedded page for something; resolves with the value, or fails with its sentence. */
export function ask(request) {
  lastId += 1;
  const id = lastId;
  frame.contentWindow.postMessage({ atlas: 1, id, ...request }, address.origin);
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

window.addEventListener("message", ({ source, origin, data }) => {
  // Only the embedded page is heard.
  if (source !== frame.contentWindow || origin !== address.origin || data?.atlas !== 1) return;
  note(data);
  if (data.event === "ready") ask({ do: "events", of: ["time", "told", "state"] });
  if (data.event === "time") {
    document.querySelector("#time").textContent = `${data.us / 1e6} s`;
  }
  const asker = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.ok === true) asker?.resolve(data.value);
  else if (data.ok === false) asker?.reject(new Error(data.error));
});

function note(message) {
  const line = document.createElement("li");
  line.textContent = JSON.stringify(message).slice(0, 300);
  document.querySelector("#log").append(line);
}

for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => {
    ask(JSON.parse(button.dataset.do)).catch(({ message }) => note({ failed: message }));
  });
}

// For people at the console, and for tests.
window.atlas = { ask, frame };
document.querySelector("#place").append(frame);
