// npm run import, npm run export, npm run jobs: runs a command of apps/server/src/commands with the project's pinned
// Node.
import { spawn } from "node:child_process";
import path from "node:path";
import { compileCache, pinnedNode, requirePinnedNode, root } from "./pinned-node.mjs";

requirePinnedNode();
const [name, ...args] = process.argv.slice(2);
const command = path.join(root, `apps/server/src/commands/${name}.ts`);
const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };
const child = spawn(pinnedNode, [command, ...args], { env, stdio: "inherit" });
// Passes signals on, so that ending this process also ends the command.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
