// @module-tag slow

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "#tests/new-folder.ts";
import { accountForRoot } from "./account.ts";
import { lockFolder } from "./folder-lock.ts";
import { openDataDir } from "./place.ts";
import { startPostgres } from "./start-postgres.ts";

const isRoot = process.getuid?.() === 0;
const closed = isRoot ? 0o711 : 0o700;
let home: string;
let dataDir: string;

beforeEach(async () => {
  home = await newFolder("vetrina-accounts-");
  dataDir = path.join(home, ".data");
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe("other accounts", () => {
  it("can open nothing in a new data folder, whatever the umask", async () => {
    const umask = process.umask(0);
    const { stop } = await startPostgres({ dataDir, log: () => {} }).finally(() =>
      process.umask(umask),
    );
    await stop();
    expect(await modeOf(dataDir)).toBe(closed);
    expect(await readdir(dataDir)).toHaveLength(4);
    for (const name of ["postgres.lock", "postgres.owner", "postgres.password"])
      expect([name, await modeOf(path.join(dataDir, name))]).toEqual([name, 0o600]);
    expect(await modeOf(path.join(dataDir, "postgres"))).toBe(0o700);
  });

  it("can no longer open anything in a data folder that an earlier version left open", async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o777);
    for (const name of ["postgres.lock", "postgres.owner"])
      await writeFile(path.join(dataDir, name), "", { mode: 0o644 });
    await release(await openDataDir(dataDir));
    expect(await modeOf(dataDir)).toBe(closed);
    for (const name of ["postgres.lock", "postgres.owner"])
      expect([name, await modeOf(path.join(dataDir, name))]).toEqual([name, 0o600]);
  });

  it("keep their rights to a shared folder such as /tmp", async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o1777);
    await openDataDir(dataDir);
    expect((await stat(dataDir)).mode & 0o7777).toBe(0o1777);
  });
});

// Only root may act as another account.
describe.runIf(isRoot)("another account, tried by root", () => {
  it("cannot keep a server from starting by holding its lock", async () => {
    await release(await openDataDir(dataDir));
    const holder = spawn(process.execPath, ["-e", holdLock, path.join(dataDir, "postgres.lock")], {
      ...(await accountForRoot(() => {})),
      cwd: "/",
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const [line] = await once(createInterface(holder.stdout), "line");
      expect(line).toBe("unable to open database file");
      await release(dataDir);
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "exit");
    }
  });

  it("cannot create its own lock there beforehand", async () => {
    const { uid, gid } = await accountForRoot(() => {});
    const file = path.join(await openDataDir(dataDir), "postgres.lock");
    await writeFile(file, "");
    await chown(file, uid, gid);
    await expect(lockFolder(dataDir)).rejects.toThrow(
      `${file} was created by another account: remove it, or set DATA_DIR to a folder of your own.`,
    );
  });

  it("keeps access to its own folder if root starts on it", async () => {
    const { uid, gid } = await accountForRoot(() => {});
    await mkdir(dataDir, { mode: 0o700 });
    const file = path.join(dataDir, "postgres.lock");
    await writeFile(file, "");
    for (const entry of [dataDir, file]) await chown(entry, uid, gid);
    await release(await openDataDir(dataDir));
    expect(await modeOf(dataDir)).toBe(0o700);
  });
});

/** Takes and holds a shared read lock, which prevents writes by others. */
const holdLock = `
  const { DatabaseSync } = require("node:sqlite");
  let database;
  try {
    database = new DatabaseSync(process.argv[1], { readOnly: true });
    database.exec("begin; select * from sqlite_master");
    console.log("held");
  } catch (error) {
    console.log(error.message);
  }
  setInterval(() => database, 1000);
`;

/** Takes the folder's lock and releases it. */
async function release(folder: string): Promise<void> {
  const lock = await lockFolder(folder);
  if (!lock.held) throw new Error(`the lock is held by ${lock.holder}`);
  lock.release();
}

async function modeOf(entry: string): Promise<number> {
  return (await stat(entry)).mode & 0o777;
}
