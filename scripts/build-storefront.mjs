// Builds the shop's pages when their sources have changed since the last build, by content and not by time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { pinnedNode, root, stop } from "./pinned-node.mjs";

const storefront = path.join(root, "apps/storefront");
const stamp = path.join(storefront, "build/.sources");
const lock = path.join(storefront, ".building");
const made = new Set(["node_modules", "build", "dist", ".react-router"]);
const longestBuildMs = 300_000;

/** Returns the seconds it took, or null where the last build is of these sources. */
export function buildStorefront() {
  const sources = hashOfSources();
  if (isBuilt(sources)) return null;
  const began = performance.now();
  whileLocked(() => {
    if (!isBuilt(sources)) build(sources);
  });
  return (performance.now() - began) / 1000;
}

/** @param {string} sources */
function build(sources) {
  rmSync(stamp, { force: true });
  const bin = path.join(root, "node_modules/@react-router/dev/bin.cjs");
  const env = { ...process.env, NODE_ENV: "production" };
  const result = spawnSync(pinnedNode, [bin, "build"], { cwd: storefront, env, encoding: "utf8" });
  if (result.status !== 0)
    stop(`The storefront could not be built:\n${result.stdout}\n${result.stderr}`);
  compressAssets(path.join(storefront, "build/client/assets"));
  writeFileSync(stamp, sources);
}

/** @param {string} folder */
function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(?:js|css|svg|json)$/.test(name)) continue;
    const bytes = readFileSync(path.join(folder, name));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

/** @param {string} sources */
function isBuilt(sources) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const folder of ["apps/storefront", "packages"]) addFolder(hash, path.join(root, folder));
  hash.update(readFileSync(path.join(root, "package-lock.json")));
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} folder
 */
function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (made.has(entry.name) || entry.name.startsWith(".") || entry.name.includes(".test."))
      continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, file);
    else
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update("\0");
  }
}

/**
 * Two starts in one folder build once; a lock left by a killed build is taken over when it is old.
 * @param {() => void} work
 */
function whileLocked(work) {
  mkdirSync(storefront, { recursive: true });
  const until = Date.now() + longestBuildMs;
  for (;;) {
    try {
      closeSync(openSync(lock, "wx"));
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
      const age = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0;
      if (age > longestBuildMs || Date.now() > until) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}
