import { Pool } from "pg";
import { test as base } from "vitest";
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
import { type ShopDatabase, takeEmptyDatabase, takeShopDatabase } from "./shop-databases.ts";
import { smallShop } from "./small-shop.ts";

export type Shops = {
  /** Starts the real server with two small stores and waits until it is ready. */
  start(options?: ShopOptions): Promise<Shop>;
  /** Starts the server without waiting, for starts that are expected to fail. */
  spawn(options?: ShopOptions): Promise<Shop>;
  dataDir(): Promise<string>;
  /**
   * The URL of a new database on the tests' PostgreSQL, which is faster than a PostgreSQL for each server. It has the
   * schema and no rows. `isEmpty`: the server that starts first creates the schema.
   */
  newDatabase(options?: { isEmpty: boolean }): Promise<string>;
  /** A superuser's connection pool to a database. */
  connect(url: string): Promise<Pool>;
};

/** Use test("...", async ({ shops }) => ...): everything that a test starts is stopped and removed after it. */
export const test = base.extend<{ shops: Shops }>({
  shops: async ({ task: _task }, use) => {
    const started: Shop[] = [];
    const folders: string[] = [];
    const databases: ShopDatabase[] = [];
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
      async newDatabase({ isEmpty } = { isEmpty: false }) {
        const taken = await (isEmpty ? takeEmptyDatabase() : takeShopDatabase());
        databases.push(taken);
        return taken.url;
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
    for (const database of databases) await database.release();
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
