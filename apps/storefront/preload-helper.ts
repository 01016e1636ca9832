import type { Plugin } from "vite";

/**
 * The browser code that requests a chunk together with its imports. It is simple because all paths start at the root
 * and no chunk has its own stylesheet.
 */
const code = `
const requested = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (requested.has(file)) continue;
    requested.add(file);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = "/" + file;
    document.head.append(link);
  }
  return load();
};`;

/**
 * Replaces the function that Vite calls for each import(). Vite's own also loads stylesheets and is therefore larger.
 */
export function preloadHelper(): Plugin {
  return {
    name: "preload-helper",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) => (id === "\0vite/preload-helper.js" ? code : null),
    generateBundle(_, files) {
      for (const [name, file] of Object.entries(files))
        if (file.type === "chunk" && file.code.split("\n").some(namesStylesheet))
          this.error(`${name} imports a stylesheet, which preload-helper doesn't load.`);
    },
  };
}

function namesStylesheet(line: string): boolean {
  const list = line.indexOf("__vite__mapDeps");
  return list >= 0 && line.includes(".css", list);
}
