/**
 * A page that embeds Raft Atlas and drives it, by the element of the package `@raft-atlas/element`,
 * which lies beside it in `element/`. Open it as
 * `embed-host.html?atlas=https://atlas.example.org/embed.html`; further parts are the element's
 * attributes.
 */

import "./element/index.js";

const atlas = document.createElement("raft-atlas");
for (const [name, value] of new URLSearchParams(location.search)) {
  atlas.setAttribute(name === "atlas" ? "page" : name, value);
}
for (const event of ["ready", "time", "told", "state"]) {
  atlas.addEventListener(`atlas-${event}`, ({ detail }) => note({ event, ...detail }));
}
atlas.addEventListener("atlas-time", ({ detail }) => {
  document.querySelector("#time").textContent = `${detail.us / 1e6} s`;
});

function note(message) {
  const line = document.createElement("li");
  line.textContent = JSON.stringify(message).slice(0, 300);
  document.querySelector("#log").append(line);
}

for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => {
    atlas.ask(JSON.parse(button.dataset.do)).then(
      (answer) => note({ answer }),
      ({ message }) => note({ failed: message }),
    );
  });
}

document.querySelector("#place").append(atlas);
