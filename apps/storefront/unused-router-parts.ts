import { readFile } from "node:fs/promises";
import { normalizePath, type Plugin } from "vite";

/**
 * Modules of React Router that every page loads but never uses, because nothing is instrumented and all routes are
 * known from the start (react-router.config.ts).
 */
const unused = ["lib/router/instrumentation.js", "lib/dom/ssr/fog-of-war.js"].map(
  (file) => `/react-router/dist/production/${file}`,
);

/** Contains the page that is shown if even the root's ErrorBoundary fails. Its original shows the error's stack. */
const errorPage = "/react-router/dist/production/lib/dom/ssr/errorBoundaries.js";
const [errorPageStart, errorPageEnd] = ["function RemixRootDefaultErrorBoundary", "//#endregion"];
const shortErrorPage = `
const RemixRootDefaultErrorBoundary = () =>
  React$1.createElement("html", { lang: "en" }, React$1.createElement("body", null, "Something went wrong. Reload the page."));
const BoundaryShell = () => null;
`;
const files = [...unused, errorPage];

/**
 * Replaces the functions of the unused modules with empty ones in the browser's bundle, which every page loads, and
 * shortens the error page. With the features off, the router expects the functions to return undefined. Fails the build
 * if a file is missing, for example after an update.
 */
export function unusedRouterParts(): Plugin {
  const found = new Set<string>();
  return {
    name: "unused-router-parts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async load(id) {
      const file = files.find((one) => normalizePath(id).endsWith(one));
      if (file === undefined) return null;
      found.add(file);
      const code = await readFile(id, "utf8");
      if (file === errorPage) {
        const start = code.indexOf(errorPageStart);
        const end = code.indexOf(errorPageEnd, start);
        if (start === -1 || end === -1) throw new Error(`No error page was found in ${file}.`);
        return code.slice(0, start) + shortErrorPage + code.slice(end);
      }
      const names = /^export \{ (.+) \};$/m.exec(code)?.[1]?.split(", ");
      if (names === undefined) throw new Error(`No list of exports was found in ${file}.`);
      return `const off = () => {};\nexport { ${names.map((name) => `off as ${name}`).join(", ")} };`;
    },
    buildEnd(error) {
      const missing = files.filter((file) => !found.has(file));
      if (!error && missing.length > 0)
        this.error(
          `React Router no longer has ${missing.join(", ")}. Update unused-router-parts.ts.`,
        );
    },
  };
}
