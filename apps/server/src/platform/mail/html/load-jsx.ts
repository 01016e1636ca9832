import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

/** Lets this thread import .tsx files: Node strips the types, and this hook compiles the JSX when they are loaded. */
export function loadJsx(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith(".tsx")) return nextLoad(url, context);
      const file = fileURLToPath(url);
      const { code } = transformSync(readFileSync(file, "utf8"), {
        loader: "tsx",
        jsx: "automatic",
        sourcefile: file,
        sourcemap: "inline",
      });
      return { format: "module", source: code, shortCircuit: true };
    },
  });
}
