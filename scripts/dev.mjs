// npm run dev: runs the server and restarts it after changes. PostgreSQL belongs to this process, so it keeps running
// while the server restarts. Vite replaces pages and styles in the browser.
import { spawn } from "node:child_process";
import path from "node:path";
import { pinnedNode, requirePinnedNode, root, stop } from "./pinned-node.mjs";
import { startStandins } from "./standins.mjs";

requirePinnedNode();
const { readConfig } = await import("../apps/server/src/platform/config.ts");
const { startPostgres } = await import("../apps/server/src/platform/postgres/start-postgres.ts");

try {
  // With an empty PAYMENTS, npm run dev uses the providers' own sandboxes.
  const usesStandins = (process.env.PAYMENTS ?? "standin") === "standin";
  const config = readConfig(process.env, root);
  const standins = usesStandins ? await startStandins(config.dataDir) : {};
  const postgres =
    config.databaseUrl === null
      ? await startPostgres({
          dataDir: config.dataDir,
          log: (line) => process.stdout.write(`${line}\n`),
        })
      : null;
  const databaseUrl =
    postgres === null ? config.databaseUrl : postgres.adminUrl.replace(/\/postgres$/, "/vetrina");
  runServer(databaseUrl, postgres, standins);
} catch (error) {
  stop(/** @type {Error} */ (error).message);
}

/**
 * @param {string | null} databaseUrl
 * @param {{ stop(): Promise<void> } | null} postgres
 * @param {Record<string, string>} standins
 */
function runServer(databaseUrl, postgres, standins) {
  const watched = ["apps/server/src", "packages"].map(
    (folder) => `--watch-path=${path.join(root, folder)}`,
  );
  const main = path.join(root, "apps/server/src/main.ts");
  const server = spawn(
    pinnedNode,
    ["--watch-preserve-output", ...watched, main, "--seed", "demo/seed.ts"],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...standins,
        ...process.env,
        NODE_ENV: "development",
        DATABASE_URL: databaseUrl ?? "",
      },
    },
  );
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
    process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => {
    const stopped = postgres === null ? Promise.resolve() : postgres.stop();
    void stopped.finally(() => process.exit(code ?? 0));
  });
}
