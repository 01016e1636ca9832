import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = import.meta.dirname;

type Manifest = Partial<Record<"version" | "description" | "license" | "engines", unknown>>;

/**
 * Builds the package to publish in its own folder: .js, .d.ts, README and a new package.json, because the one in this
 * folder exports the TypeScript sources.
 */
export function buildClient(outDir: string = join(folder, "dist")): void {
  rmSync(outDir, { recursive: true, force: true });
  const tsc = fileURLToPath(import.meta.resolve("typescript/package.json")).replace(
    /package\.json$/,
    "bin/tsc",
  );
  const args = [tsc, "-p", join(folder, "tsconfig.build.json"), "--outDir", outDir];
  const run = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (run.status !== 0)
    throw new Error(`tsc could not build the client:\n${run.stdout}${run.stderr}`);
  for (const file of readdirSync(outDir).filter((name) => name.endsWith(".d.ts"))) {
    // Replaces .ts with .js in the imports of .d.ts files. tsc does that only in .js files.
    const text = readFileSync(join(outDir, file), "utf8");
    writeFileSync(join(outDir, file), text.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
  }
  const source: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { version, description, license, engines } = source;
  const manifest = {
    name: "@vetrina/client",
    version,
    description,
    license,
    type: "module",
    sideEffects: false,
    exports: { "./*": { types: "./*.d.ts", default: "./*.js" } },
    engines,
  };
  writeFileSync(join(outDir, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(folder, "README.md"), join(outDir, "README.md"));
}

if (import.meta.main) buildClient();
