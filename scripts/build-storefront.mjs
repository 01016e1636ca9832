// Builds the shop's pages if their sources have changed since the last build. Compares their contents, not their times.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { pinnedNode, root } from "./pinned-node.mjs";

const storefront = path.join(root, "apps/storefront");
const stamp = path.join(storefront, "build/.sources");
const lock = path.join(storefront, ".building");
const made = new Set(["node_modules", "build", "dist", ".react-router"]);
const longestBuildMs = 300_000;

const compress = promisify(brotliCompress);

export function isStorefrontBuilt() {
  return isBuilt(hashOfSources());
}

/**
 * Builds the pages if necessary. Resolves to how many seconds this took, or to null if the sources are the same as in
 * the last build. If the build fails, throws an error with its output.
 */
export async function buildStorefront() {
  const sources = hashOfSources();
  if (isBuilt(sources)) return null;
  const began = performance.now();
  await whileLocked(async () => {
    if (!isBuilt(sources)) await build(sources);
  });
  return (performance.now() - began) / 1000;
}

/** @param {string} sources */
async function build(sources) {
  rmSync(stamp, { force: true });
  const bin = path.join(root, "node_modules/@react-router/dev/bin.cjs");
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(pinnedNode, [bin, "build"], {
    cwd: storefront,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill();
  process.once("exit", kill);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  process.off("exit", kill);
  if (code !== 0) throw new Error(`The storefront could not be built:\n${said}`);
  await compressAssets(path.join(storefront, "build/client/assets"));
  writeFileSync(stamp, sources);
}

/** @param {string} folder */
async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(folder, name));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(path.join(folder, `${name}.br`), await compress(bytes, { params }));
    }),
  );
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
 * Runs `work` while holding a lock, so that two processes started in one folder build the pages only once. Removes a
 * lock that a killed build has left, or that has been held for too long.
 * @param {() => Promise<void>} work
 */
async function whileLocked(work) {
  const until = Date.now() + longestBuildMs;
  while (!takeLock(until)) await wait(200);
  process.once("exit", release);
  try {
    await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function release() {
  rmSync(lock, { force: true });
}

/** @param {number} until */
function takeLock(until) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    if (isLeft(lock) || Date.now() > until) rmSync(lock, { force: true });
    return false;
  }
}

/**
 * Whether the lock must be removed, because the process that created it has ended or the lock is too old.
 * @param {string} file
 */
function isLeft(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > longestBuildMs) return true;
    const pid = Number(readFileSync(file, "utf8"));
    // The file is empty between its creation and the write, so `pid` may be 0.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}
