import { execFileSync, spawn } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolePassword, rolesOf } from "../../apps/server/src/platform/database/roles.ts";
import { freePort } from "../free-port.ts";
import { newFolder } from "../new-folder.ts";
import { exitOf, removeDataDir } from "../running-shop.ts";

export type Pooler = { url: string; stop: () => Promise<void> };

/** Whether PgBouncer is installed in a version that supports prepared statements: 1.21 or later. */
export function hasPooler(): boolean {
  try {
    const version = execFileSync("pgbouncer", ["--version"], { encoding: "utf8" });
    const [, major, minor] = /^PgBouncer (\d{1,3})\.(\d{1,3})/.exec(version) ?? [];
    return Number(major) > 1 || Number(minor) >= 21;
  } catch {
    return false;
  }
}

/** Starts PgBouncer in front of a database. In transaction mode, many clients share a few connections to PostgreSQL. */
export async function startPooler(databaseUrl: string, secret: Buffer): Promise<Pooler> {
  const to = new URL(databaseUrl);
  const database = to.pathname.slice(1);
  const folder = await newFolder("vetrina-pooler-");
  const port = await freePort();
  const { app, catalogue, worker } = rolesOf(database);
  const users = [app, catalogue, worker].map((role) => `"${role}" "${rolePassword(secret, role)}"`);
  await writeFile(path.join(folder, "users.txt"), users.join("\n"));
  await writeFile(
    path.join(folder, "pgbouncer.ini"),
    `[databases]
${database} = host=${to.hostname} port=${to.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 3
max_prepared_statements = 200
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,lock_timeout
`,
  );
  // As root, runs it as another account, because PgBouncer refuses to run as root.
  await chmod(folder, 0o755);
  const args = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", [...args, path.join(folder, "pgbouncer.ini")], {
    stdio: "ignore",
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill("SIGTERM");
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await exitOf(child);
      clearTimeout(timer);
      await removeDataDir(folder);
    },
  };
}
