import { spawn } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../startup-error.ts";
import { packagedFolder, programsIn } from "./binaries.ts";
import { lockFolder } from "./folder-lock.ts";
import {
  accountIds,
  cleanEnvironment,
  collectTail,
  failureLine,
  run,
  type Account,
} from "./run.ts";

/** A running embedded PostgreSQL. */
export type RunningPostgres = {
  /** postgres:// URL of the superuser to the maintenance database `postgres`. */
  adminUrl: string;
  stop(): Promise<void>;
  /** True when this start made the data folder. */
  firstStart: boolean;
  /** The folder that holds the data. */
  place: string;
};

/** Starts PostgreSQL on `dataDir`; throws StartupError when it cannot. */
export async function startPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  flags?: string[];
}): Promise<RunningPostgres> {
  const dataDir = path.resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const lock = await lockFolder(dataDir);
  if (!lock.held) {
    throw new StartupError(
      `${dataDir} is already in use by process ${lock.holder}. Stop it or set DATA_DIR to another folder.`,
    );
  }
  const place = path.join(dataDir, "postgres");
  const programs = programsIn(packagedFolder());
  const account = await simpleAccount();
  const passwordFile = path.join(dataDir, "postgres.password");
  if (!existsSync(passwordFile)) {
    await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  const password = (await readFile(passwordFile, "utf8")).trim();
  const firstStart = !existsSync(place);
  if (firstStart) {
    const staging = `${place}.new`;
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    await writeFile(path.join(staging, "password"), password, { mode: 0o600 });
    if (account) {
      await chown(staging, account.uid, account.gid);
      await chown(path.join(staging, "password"), account.uid, account.gid);
    }
    const made = await run(
      programs.initdb,
      [
        `--pgdata=${path.join(staging, "data")}`,
        "--username=postgres",
        `--pwfile=${path.join(staging, "password")}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--no-instructions",
      ],
      { account, cwd: staging },
    );
    if (made.code !== 0) throw new StartupError(`initdb: ${failureLine(made.output)}`);
    await rename(path.join(staging, "data"), place);
    await rm(staging, { recursive: true, force: true });
  }
  const port = await freePort();
  const child = spawn(
    programs.postgres,
    [
      "-D",
      place,
      "-p",
      String(port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "max_connections=200",
      ...(options.flags ?? []),
    ],
    {
      ...accountIds(account),
      cwd: place,
      env: cleanEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    },
  );
  const tail = collectTail(child);
  child.on("error", () => {});
  for (;;) {
    const status = await readFile(path.join(place, "postmaster.pid"), "utf8").catch(() => "");
    const lines = status.split("\n");
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") break;
    if (child.exitCode !== null)
      throw new StartupError(`PostgreSQL did not start: ${failureLine(tail())}`);
    await delay(10);
  }
  return {
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGINT");
        await once(child, "exit");
      }
      lock.release();
    },
    firstStart,
    place,
  };
}

async function simpleAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const uid = await run("id", ["-u", "postgres"]);
  const gid = await run("id", ["-g", "postgres"]);
  return { uid: Number(uid.output), gid: Number(gid.output), name: "postgres" };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
