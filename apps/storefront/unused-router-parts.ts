import { readFile } from "node:fs/promises";
import { normalizePath, type Plugin } from "vite";

/**
 * Modules of React Router that every page loads but never uses, because nothing is instrumented and all routes are
 * known from the start (react-router.config.ts).
 */
const unused = ["lib/router/instrumentation.js", "lib/dom/ssr/fog-of-war.js"].map(
  (file) => `/react-router/dist/production/${file}`,
);

/**
 * Replaces the functions of these modules with empty ones in the browser's bundle, which every page loads. With the
 * features off, the router expects the functions to return undefined. Fails the build if a file is missing, for
 * example after an update.
 */
export function unusedRouterParts(): Plugin {
  const found = new Set<string>();
  return {
    name: "unused-router-parts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async load(id) {
      const file = unused.find((one) => normalizePath(id).endsWith(one));
      if (file === undefined) return null;
      found.add(file);
      const names = /^export \{ (.+) \};$/m.exec(await readFile(id, "utf8"))?.[1]?.split(", ");
      if (names === undefined) throw new Error(`No list of exports was found in ${file}.`);
      return `const off = () => {};\nexport { ${names.map((name) => `off as ${name}`).join(", ")} };`;
    },
    buildEnd(error) {
      const missing = unused.filter((file) => !found.has(file));
      if (!error && missing.length > 0)
        this.error(
          `React Router no longer has ${missing.join(", ")}. Update unused-router-parts.ts.`,
        );
    },
  };
}
