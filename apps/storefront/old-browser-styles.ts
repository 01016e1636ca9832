import type { Plugin } from "vite";

/**
 * Removes Tailwind's rules for browsers without @property from the stylesheet, which blocks rendering. Those browsers
 * also lack other features that the stylesheet needs. Fails the build if Tailwind's output has no such rules, for
 * example after an update.
 */
export function oldBrowserStyles(): Plugin {
  return {
    name: "old-browser-styles",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/app.css")) return null;
      const start = code.search(/@layer properties ?\{/);
      if (start === -1) this.error("The stylesheet has no @layer properties.");
      return code.slice(0, start) + code.slice(endOfBlock(code, start));
    },
  };
}

/** The index after the closing brace of the first block that begins at or after `start`. */
function endOfBlock(code: string, start: number): number {
  let depth = 0;
  for (let at = code.indexOf("{", start); at < code.length; at += 1) {
    if (code[at] === "{") depth += 1;
    else if (code[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error("A block of the stylesheet isn't closed.");
}
