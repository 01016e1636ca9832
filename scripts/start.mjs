// npm start: starts the server with the project's pinned Node and meanwhile builds the pages if necessary.
import { spawn } from "node:child_process";
import path from "node:path";
import { startStandins } from "./standins.mjs";
import { buildStorefront, isStorefrontBuilt } from "./build-storefront.mjs";
import { compileCache, pinnedNode, requirePinnedNode, root, stop } from "./pinned-node.mjs";

requirePinnedNode();
const built = isStorefrontBuilt();
const dataDir = path.resolve(root, process.env.DATA_DIR || ".data");
const standins =
  process.env.PAYMENTS === "standin"
    ? await startStandins(dataDir).catch((error) => stop(error.message))
    : {};

const args = [
  // Limits V8's young generation. The default of 16 MB hardly makes pages faster, but needs more memory under load
  // (measured with npm run bench).
  "--max-semi-space-size=4",
  path.join(root, "apps/server/src/main.ts"),
  "--seed",
  "demo/seed.ts",
  ...(built ? [] : ["--wait-for-pages"]),
  ...process.argv.slice(2),
];
// The IPC channel tells the server when the pages are built, and when this process has ended, even after kill -9.
const server = spawn(pinnedNode, args, {
  cwd: root,
  env: { NODE_COMPILE_CACHE: compileCache, ...standins, ...process.env, NODE_ENV: "production" },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 1));
if (!built) await buildPages();

/**
 * Builds the pages while the server prepares its database. The server starts to listen once they are built, or ends if
 * the build fails.
 */
async function buildPages() {
  try {
    const seconds = await buildStorefront();
    if (seconds !== null) process.stdout.write(`  Storefront built in ${seconds.toFixed(1)} s\n`);
    notifyServer({ pages: "built" });
  } catch (error) {
    notifyServer({ pages: "failed", why: /** @type {Error} */ (error).message });
  }
}

/** @param {{ pages: "built" } | { pages: "failed", why: string }} message */
function notifyServer(message) {
  // If the server has just ended, it needs no message, because its exit also ends this process.
  if (server.connected) server.send(message, () => {});
}
