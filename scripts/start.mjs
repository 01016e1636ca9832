// npm start: builds the pages if need be and starts the server on the Node that the project pins.
import { spawn } from "node:child_process";
import path from "node:path";
import { buildStorefront } from "./build-storefront.mjs";
import { pinnedNode, requirePinnedNode, root } from "./pinned-node.mjs";

requirePinnedNode();
const built = buildStorefront();
if (built !== null) process.stdout.write(`  Storefront built in ${built.toFixed(1)} s\n`);

const args = [
  path.join(root, "apps/server/src/main.ts"),
  "--seed",
  "demo/seed.ts",
  ...process.argv.slice(2),
];
// The channel tells the server when this process is gone, even by kill -9.
const server = spawn(pinnedNode, args, {
  cwd: root,
  env: { ...process.env, NODE_ENV: "production" },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 1));
