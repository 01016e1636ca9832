import { randomUUID } from "node:crypto";
import { Client, Pool } from "pg";
import { inject, test as base } from "vitest";
import {
  exitOf,
  hasEnded,
  newDataDir,
  removeDataDir,
  type Shop,
  type ShopOptions,
  spawnShop,
  startShop,
} from "../running-shop.ts";
import { smallShop } from "./small-shop.ts";

export type Shops = {
  /** Starts the real server with two small stores and waits until it is ready. */
  start(options?: ShopOptions): Promise<Shop>;
  /** Starts the server without waiting, for starts that are expected to fail. */
  spawn(options?: ShopOptions): Promise<Shop>;
  dataDir(): Promise<string>;
  /** The URL of a new, empty database on the tests' PostgreSQL, which is faster than a PostgreSQL for each server. */
  newDatabase(): Promise<string>;
  /** A superuser's connection pool to a database. */
  connect(url: string): Promise<Pool>;
};

/** Use test("...", async ({ shops }) => ...): everything that a test starts is stopped and removed after it. */
export const test = base.extend<{ shops: Shops }>({
  shops: async ({ task: _task }, use) => {
    const started: Shop[] = [];
    const folders: string[] = [];
    const databases: string[] = [];
    const pools: Pool[] = [];
    const withDefaults = async (options: ShopOptions): Promise<ShopOptions> => ({
      args: smallShop,
      ...options,
      dataDir: options.dataDir ?? (await dataDir()),
    });
    async function dataDir(): Promise<string> {
      const folder = await newDataDir();
      folders.push(folder);
      return folder;
    }
    function remember(shop: Shop): Shop {
      started.push(shop);
      return shop;
    }
    await use({
      dataDir,
      start: async (options = {}) => remember(await startShop(await withDefaults(options))),
      spawn: async (options = {}) => remember(await spawnShop(await withDefaults(options))),
      async newDatabase() {
        const name = `s_${randomUUID().replaceAll("-", "")}`;
        databases.push(name);
        await asAdmin(`create database ${name}`);
        return inject("adminUrl").replace(/\/postgres$/, `/${name}`);
      },
      async connect(url) {
        const pool = new Pool({ connectionString: url, max: 4 });
        pool.on("error", () => {});
        pools.push(pool);
        return pool;
      },
    });
    for (const pool of pools) await pool.end();
    for (const shop of started) await endForGood(shop);
    for (const name of databases) await asAdmin(`drop database if exists ${name} with (force)`);
    for (const folder of folders) await removeDataDir(folder);
  },
});

/** Ends a shop for good. A killed shop leaves its PostgreSQL running, so an ordinary stop is tried first. */
async function endForGood(shop: Shop): Promise<void> {
  if (hasEnded(shop.process)) return;
  shop.process.kill("SIGTERM");
  const timer = setTimeout(() => shop.process.kill("SIGKILL"), 15_000);
  await exitOf(shop.process);
  clearTimeout(timer);
}

async function asAdmin(statement: string): Promise<void> {
  const client = new Client(inject("adminUrl"));
  await client.connect();
  await client.query(statement);
  await client.end();
}
