// npm run import -- --store HOST FILE: brings a product file into a store, on the Node that the project pins.
import { spawn } from "node:child_process";
import path from "node:path";
import { pinnedNode, requirePinnedNode, root } from "./pinned-node.mjs";

requirePinnedNode();
const command = path.join(root, "apps/server/src/commands/import-catalogue.ts");
const child = spawn(pinnedNode, [command, ...process.argv.slice(2)], { stdio: "inherit" });
// Nothing is half-imported: a signal may end it at any moment.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
