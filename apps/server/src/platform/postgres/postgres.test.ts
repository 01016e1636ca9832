// @module-tag slow

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, realpath, rename } from "node:fs/promises";
import { rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "#tests/new-folder.ts";
import { accountForRoot, canEnter } from "./account.ts";
import { findRunningPostgres } from "./find-running-postgres.ts";
import { readPostmasterFile } from "./leftover.ts";
import { isAlive, type Account } from "./processes.ts";
import { startPostgres, type RunningPostgres } from "./start-postgres.ts";

const isRoot = process.getuid?.() === 0;
const holderScript = path.join(import.meta.dirname, "holder.fixture.ts");

let template: string;
let home: string;
let dataDir: string;
let lines: string[];
let cleanups: (() => Promise<unknown>)[];

beforeAll(async () => {
  template = await makeHome();
  await (await startPostgres({ dataDir: template, log: () => {} })).stop();
});
afterAll(() => rm(template, { recursive: true }));
beforeEach(async () => {
  home = await makeHome();
  dataDir = path.join(home, ".data");
  lines = [];
  cleanups = [];
});
afterEach(async () => {
  for (const clean of cleanups.toReversed()) await clean();
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
});

describe("a first and a second start", () => {
  it("creates the database once and keeps its data", async () => {
    const first = await start();
    expect(first).toMatchObject({ firstStart: true, place: path.join(dataDir, "postgres") });
    await keepSeven(first.adminUrl);
    await first.stop();
    const second = await start();
    expect(second.firstStart).toBe(false);
    expect(await query(second.adminUrl, "select seven from kept")).toEqual([{ seven: 7 }]);
    expect(lines).toEqual([]);
  });

  it("keeps the password private, and the data durable and sorted the same way everywhere", async () => {
    await borrowDatabase();
    const { adminUrl } = await start();
    const { mode } = await stat(path.join(dataDir, "postgres.password"));
    expect(mode & 0o777).toBe(0o600);
    await expect(query(adminUrl.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow(
      /password authentication failed/,
    );
    const [settings] = await query(
      adminUrl,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
              current_setting('unix_socket_directories') as sockets, datlocprovider as provider,
              datlocale as locale, pg_encoding_to_char(encoding) as encoding
       from pg_database where datname = 'postgres'`,
    );
    expect(settings).toEqual({
      fsync: "on",
      addresses: "127.0.0.1",
      sockets: "",
      provider: "b",
      locale: "C.UTF-8",
      encoding: "UTF8",
    });
  });

  it("handles spaces, quotes, dollars and other scripts in the path", async () => {
    dataDir = path.join(home, `l'été "au" $HOME \`x\` 店`, ".data");
    await (await start()).stop();
    const { firstStart, adminUrl } = await start();
    expect(firstStart).toBe(false);
    expect(await query(adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("two servers", () => {
  it("runs two copies with separate folders at the same time", async () => {
    await borrowDatabase();
    const one = await start();
    const other = await start(path.join(home, "other"));
    expect(await findRunningPostgres(dataDir)).toBe(one.adminUrl);
    expect(await findRunningPostgres(path.join(home, "other"))).toBe(other.adminUrl);
    expect(await findRunningPostgres(path.join(home, "none"))).toBe(undefined);
    expect(new URL(one.adminUrl).port).not.toBe(new URL(other.adminUrl).port);
  });

  it("lets exactly one of several simultaneous starts win", async () => {
    const holders = await Promise.all([1, 2, 3].map(() => startHolder()));
    const winners = holders.filter(({ started }) => started.adminUrl);
    expect(winners).toHaveLength(1);
    for (const { started } of holders.filter(({ started }) => !started.adminUrl)) {
      expect(started.refusal).toBe(inUseBy(winners[0]?.child.pid));
    }
  });

  it("rejects a second start in the same process, and the first keeps running", async () => {
    await borrowDatabase();
    const { adminUrl } = await start();
    await expect(start()).rejects.toThrow(inUseBy(process.pid));
    expect(await query(adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("after a kill -9", () => {
  it("of the server, takes over the data from an orphaned PostgreSQL", async () => {
    await borrowDatabase();
    const { child, started } = await startHolder();
    const left = await readPostmasterFile(path.join(dataDir, "postgres"));
    await keepSeven(started.adminUrl);
    await kill(child);
    expect(isAlive(left?.pid ?? 0)).toBe(true);
    const { adminUrl, firstStart } = await start();
    expect(firstStart).toBe(false);
    expect(await query(adminUrl, "select seven from kept")).toEqual([{ seven: 7 }]);
    expect(lines).toEqual([expect.stringMatching(/^Stopping a PostgreSQL \(process \d+\)/)]);
  });

  it("of PostgreSQL, restarts it on the same port with all committed data", async () => {
    await borrowDatabase();
    const { adminUrl, place } = await start();
    await keepSeven(adminUrl);
    for (let round = 0; round < 2; round++) {
      process.kill((await readPostmasterFile(place))?.pid ?? 0, "SIGKILL");
      expect(await untilAnswered(adminUrl, "select seven from kept")).toEqual([{ seven: 7 }]);
    }
    expect(lines.join("\n")).toMatch(/SIGKILL.*\nPostgreSQL is running again/);
  });

  it("of one of PostgreSQL's processes, recovers", async () => {
    await borrowDatabase();
    const { adminUrl } = await start();
    const [backend] = await query(
      adminUrl,
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    process.kill(Number(backend?.["pid"]), "SIGKILL");
    await delay(50);
    expect(await untilAnswered(adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("of PostgreSQL during stop(), stays ended", async () => {
    await borrowDatabase();
    const { place, stop } = await start();
    process.kill((await readPostmasterFile(place))?.pid ?? 0, "SIGKILL");
    await delay(30);
    await Promise.all([stop(), stop()]);
    const left = await readPostmasterFile(place);
    expect(left && isAlive(left.pid)).toBeFalsy();
  });

  it("of both, recovers the data", async () => {
    await borrowDatabase();
    const { child, started } = await startHolder();
    await keepSeven(started.adminUrl);
    const left = await readPostmasterFile(path.join(dataDir, "postgres"));
    await kill(child);
    process.kill(left?.pid ?? 0, "SIGKILL");
    const { adminUrl } = await start();
    expect(await query(adminUrl, "select seven from kept")).toEqual([{ seven: 7 }]);
  });

  it("starts with a stale postmaster.pid whose id another program has now", async () => {
    await borrowDatabase();
    const bystander = spawn("sleep", ["60"], { uid: (await ownerOfData()).uid });
    cleanups.push(() => kill(bystander));
    const stale = [bystander.pid, path.join(dataDir, "postgres"), 1, 5432, "", "127.0.0.1", "1 1"];
    await writeFile(path.join(dataDir, "postgres", "postmaster.pid"), `${stale.join("\n")}\n`);
    const { adminUrl } = await start();
    expect(await query(adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(isAlive(bystander.pid ?? 0)).toBe(true);
  });

  it("during the first start, starts from scratch and leaves nothing behind", async () => {
    const child = spawnHolder();
    while (!(await listed(dataDir)).some((name) => name.startsWith("postgres.new-"))) {
      await delay(5);
    }
    await delay(100);
    await kill(child);
    expect(await listed(dataDir)).not.toContain("postgres");
    expect((await start()).firstStart).toBe(true);
    expect((await listed(dataDir)).toSorted()).toEqual([
      "postgres",
      "postgres.lock",
      "postgres.owner",
      "postgres.password",
    ]);
  });
});

describe("an unexpected end", () => {
  it("leaves no PostgreSQL running after an uncaught error", async () => {
    await borrowDatabase();
    const { child } = await startHolder();
    expect(await readPostmasterFile(path.join(dataDir, "postgres"))).toBeTruthy();
    child.kill("SIGUSR2");
    await once(child, "exit");
    // PostgreSQL removes its file when it ends. Its process id may remain for a while if no process reaps orphans.
    await expect.poll(() => readPostmasterFile(path.join(dataDir, "postgres"))).toBe(undefined);
  });

  it("a signal to the server does not reach PostgreSQL: stop() ends it", async () => {
    await borrowDatabase();
    const { child, started } = await startHolder();
    const left = await readPostmasterFile(path.join(dataDir, "postgres"));
    expect(await query(started.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(isAlive(left?.pid ?? 0)).toBe(false);
  });
});

describe("an unusable folder causes a clear one-line error", () => {
  it("when it contains half a database, which is moved aside, not deleted", async () => {
    const place = path.join(dataDir, "postgres");
    await mkdir(path.join(place, "base", "1"), { recursive: true });
    await writeFile(path.join(place, "PG_VERSION"), "18\n");
    expect((await start()).firstStart).toBe(true);
    const aside = (await listed(dataDir)).filter((name) => name.includes("half-made"));
    expect(aside).toHaveLength(1);
  });

  it("when a real database has lost its control file", async () => {
    await borrowDatabase();
    const { adminUrl, place, stop } = await start();
    await query(adminUrl, "create database shop");
    await stop();
    await rename(path.join(place, "global/pg_control"), path.join(home, "pg_control"));
    await expect(start()).rejects.toThrow(
      /postgres is damaged because .* restore it from a backup/,
    );
    await rename(path.join(home, "pg_control"), path.join(place, "global/pg_control"));
    expect((await start()).firstStart).toBe(false);
  });

  it("when it contains another version or something else, or its password is missing", async () => {
    await borrowDatabase();
    const { place, stop } = await start();
    await stop();
    await writeFile(path.join(place, "PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow(/data of PostgreSQL 17, but this is PostgreSQL 18/);
    await writeFile(path.join(place, "PG_VERSION"), "18\n");
    await rename(path.join(dataDir, "postgres.password"), path.join(home, "password"));
    await expect(start()).rejects.toThrow(/postgres.password, .* is missing or empty\. Restore it/);
    await writeFile(path.join(dataDir, "postgres.password"), "wrong\n");
    await expect(start()).rejects.toThrow(/does not accept the password in .*postgres.password/);
    await rename(path.join(home, "password"), path.join(dataDir, "postgres.password"));
    const other = path.join(home, "other");
    await mkdir(path.join(other, "postgres", "holiday pictures"), { recursive: true });
    await expect(start(other)).rejects.toThrow(/contains files that are not a database/);
  });

  it("when it is not writable, or belongs to someone else", async () => {
    await mkdir(dataDir, { mode: 0o555 });
    // If the test runs as root, PostgreSQL is started by another account, because root may write anywhere.
    const account = isRoot ? await accountForRoot(() => {}) : undefined;
    const { started } = await startHolder(dataDir, account);
    expect(started.refusal).toBe(
      `Cannot write to ${dataDir} (EACCES): make it writable, or set DATA_DIR to another folder.`,
    );
    await writeFile(path.join(home, "file"), "");
    await expect(start(path.join(home, "file"))).rejects.toThrow(/Cannot write to .*file \(EEXIST/);
  });
});

describe.runIf(isRoot)("as root", () => {
  it("stores the data elsewhere if PostgreSQL's account cannot enter the home folder", async () => {
    await chmod(home, 0o700);
    const first = await start();
    cleanups.push(() => rm(path.dirname(first.place), { recursive: true }));
    expect(await canEnter(await accountForRoot(() => {}), dataDir)).toBe(false);
    expect(first.place).toMatch(/^\/(var\/lib|opt)\/vetrina\/[0-9a-f]{16}\/postgres$/);
    expect(await realpath(path.join(dataDir, "postgres"))).toBe(first.place);
    expect(lines).toEqual([expect.stringContaining(`the data is in ${first.place}`)]);
    await keepSeven(first.adminUrl);
    await first.stop();

    const moved = path.join(home, "moved");
    await rename(dataDir, moved);
    const second = await start(moved);
    expect(second).toMatchObject({ firstStart: false, place: first.place });
    expect(await query(second.adminUrl, "select seven from kept")).toEqual([{ seven: 7 }]);
  });

  it("continues as the ordinary account that created the data", async () => {
    const account = await accountForRoot(() => {});
    await chmod(home, 0o777);
    const { child } = await startHolder(dataDir, account);
    child.kill("SIGTERM");
    await once(child, "exit");
    const { firstStart, place } = await start();
    expect(firstStart).toBe(false);
    expect((await stat(path.join(place, "postmaster.pid"))).uid).toBe(account.uid);
  });
});

async function makeHome(): Promise<string> {
  const folder = await realpath(await newFolder("vetrina-postgres-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Moves a shared, prepared database to this test's data folder: faster than a first start. */
async function borrowDatabase(): Promise<void> {
  await rename(template, dataDir);
  cleanups.push(() => rename(dataDir, template));
}

async function start(folder = dataDir): Promise<RunningPostgres> {
  const postgres = await startPostgres({ dataDir: folder, log: (line) => lines.push(line) });
  cleanups.push(() => postgres.stop());
  return postgres;
}

type Started = { adminUrl: string; refusal?: string };

/** Starts PostgreSQL from a separate process and waits for its output. */
async function startHolder(
  folder = dataDir,
  account?: Account,
): Promise<{ child: ChildProcess; started: Started }> {
  const child = spawnHolder(folder, account);
  const started = once(createInterface(child.stdout ?? process.stdin), "line");
  const ended = once(child, "close").then(() => Promise.reject(new Error("the holder failed")));
  const [line] = await Promise.race([started, ended]);
  ended.catch(() => {});
  return { child, started: JSON.parse(String(line)) };
}

function spawnHolder(folder = dataDir, account?: Account): ChildProcess {
  const child = spawn(process.execPath, [holderScript, folder], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: "/",
    stdio: ["ignore", "pipe", "ignore"],
  });
  cleanups.push(async () => {
    // A holder that exited by itself has stopped its PostgreSQL, or never had one.
    if (child.exitCode === 0) return;
    await kill(child);
    const left = await readPostmasterFile(path.join(folder, "postgres"));
    if (left && isAlive(left.pid)) process.kill(left.pid, "SIGKILL");
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Writes the row that a later start must find. */
async function keepSeven(url: string): Promise<void> {
  await query(url, "drop table if exists kept; create table kept as select 7 as seven");
}

async function untilAnswered(url: string, text: string): Promise<Record<string, unknown>[]> {
  for (let tries = 0; ; tries++) {
    try {
      return await query(url, text);
    } catch (error) {
      if (tries === 200) throw error;
      await delay(25);
    }
  }
}

const ownerOfData = () => stat(path.join(dataDir, "postgres"));
const listed = (folder: string) => readdir(folder).catch((): string[] => []);
const inUseBy = (pid: number | undefined) =>
  `${dataDir} is already in use by process ${pid}. Stop it or set DATA_DIR to another folder.`;
