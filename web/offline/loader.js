/*
 * The page in one file, begun: unpacks what the file carries and lets the page's own fetches, workers
 * and imports find it. Plain script: nothing of the page runs yet. It must not know what it carries.
 */
(async () => {
  const { base, home, entry, types } = JSON.parse(document.getElementById("what").textContent);
  const packed = (id) => document.getElementById(id).textContent.trim();

  const unpacked = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };
  const typeOf = (path) => types[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";
  const blobs = new Map();
  const addresses = new Map();
  const keep = (path, content) => {
    const blob = new Blob([content], { type: typeOf(path) });
    blobs.set(path, blob);
    addresses.set(path, URL.createObjectURL(blob));
  };

  const texts = JSON.parse(new TextDecoder().decode(await unpacked(packed("texts"))));
  for (const part of document.querySelectorAll("script[data-path]"))
    keep(part.dataset.path, await unpacked(part.textContent.trim()));
  const imported = {};
  for (const [path, text] of Object.entries(texts)) {
    if (path.endsWith(".css")) continue;
    keep(path, path.endsWith(".js") ? alone(path, text) : text);
    imported[path] = addresses.get(path);
  }

  /** A module whose imports are named from the root, by the import map, and which knows where it was. */
  function alone(path, text) {
    const beside = path.slice(0, path.lastIndexOf("/") + 1);
    const named = text
      .replaceAll("import.meta.url", JSON.stringify(base + path))
      .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (whole, quote, name) =>
        beside + name in texts ? quote + beside + name + quote : whole,
      );
    return /worker-|Worker-/i.test(path)
      ? `(${inWorker})(${JSON.stringify(base)});\n${named}`
      : named;
  }

  /** In a worker, what the page keeps is asked of the page. */
  function inWorker(base) {
    const elsewhere = self.fetch.bind(self);
    const waiting = new Map();
    self.addEventListener("message", (event) => {
      if (event.data?.offline === undefined) return;
      event.stopImmediatePropagation();
      waiting.get(event.data.offline)?.(event.data.blob);
    });
    self.fetch = async (input, options) => {
      const address = String(input);
      if (!address.startsWith(base)) return elsewhere(input, options);
      const offline = address.slice(base.length);
      const blob = new Promise((resolve) => waiting.set(offline, resolve));
      self.postMessage({ offline });
      return new Response(await blob);
    };
  }

  const pathOf = (address) => {
    const whole = new URL(address, base).href;
    return whole.startsWith(base) ? whole.slice(base.length).replace(/[?#].*$/, "") : undefined;
  };

  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(address, { name } = {}) {
      // Of files on a disk no browser begins a module as a worker; these import nothing.
      super(addresses.get(pathOf(address)) ?? address, { name });
      this.addEventListener("message", (event) => {
        const offline = event.data?.offline;
        if (offline === undefined) return;
        event.stopImmediatePropagation();
        this.postMessage({ offline, blob: blobs.get(offline) });
      });
    }
  };

  const elsewhere = window.fetch.bind(window);
  window.fetch = (input, options) => {
    const path = typeof input === "string" || input instanceof URL ? pathOf(input) : undefined;
    if (path === undefined) return elsewhere(input, options);
    const blob = blobs.get(path);
    const answer = blob === undefined ? new Response("", { status: 404 }) : new Response(blob);
    return Promise.resolve(answer);
  };

  const style = document.createElement("style");
  style.textContent = Object.entries(texts)
    .filter(([path]) => path.endsWith(".css"))
    .map(([path, text]) =>
      text.replace(/url\(\.\/([\w.-]+)\)/g, (_, name) => {
        const address = addresses.get(path.slice(0, path.lastIndexOf("/") + 1) + name);
        // What was left out is looked for nowhere.
        return address === undefined ? 'local("")' : `url(${address})`;
      }),
    )
    .join("\n");
  document.head.append(style);
  // The page looks for a sheet by its address before it fetches one.
  for (const path of Object.keys(texts).filter((one) => one.endsWith(".css"))) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", disabled: true, href: base + path });
    document.head.append(link);
  }
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports: imported });
  document.head.append(map);

  // What leads to another page leads to where this file comes from.
  const folder = new URL(".", location.href).href;
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!link?.href.startsWith(folder) || link.getAttribute("href").startsWith("#")) return;
      link.href = home + link.href.slice(folder.length);
    },
    true,
  );
  for (const module of entry) await import(module);
})();
