// Finds the project's pinned Node (npm package "node") and says what is missing. Must run on Node 20 or later.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
/**
 * Node's compile cache of our sources. Later processes read it, so they start faster and don't need the memory of the
 * type stripper.
 */
export const compileCache = path.join(root, "node_modules/.cache/node");
const file = process.platform === "win32" ? "node.exe" : "node";
export const pinnedNode = path.join(root, "node_modules", "node", "bin", file);

/** If the project can't run here, ends the process with a message that says what to do. */
export function requirePinnedNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20)
    stop(`Vetrina needs Node 20 or later to start; this is ${process.versions.node}.`);
  if (!existsSync(pinnedNode)) stop('The dependencies are not installed. Run "npm ci" first.');
}

/** @param {string} line @returns {never} */
export function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
