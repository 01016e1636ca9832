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
  /** Starts the server without waiting until it is ready, for starts that are expected to fail. */
  spawn(options?: ShopOptions): Promise<Shop>;
  dataDir(): Promise<string>;
  /**
   * Returns the URL of a new database on the tests' PostgreSQL, because one PostgreSQL per server would take longer to
   * start. The database has the schema and no rows. If `isEmpty` is true, it has no schema: the server that starts
   * first creates it.
   */
  newDatabase(options?: { isEmpty: boolean }): Promise<string>;
  /** Returns a pool of a superuser's connections to a database. */
  connect(url: string): Promise<Pool>;
};

/** Use test("...", async ({ shops }) => ...). Everything that a test starts is stopped and removed after the test. */
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
        const pool = new Pool({ connectionString: url, max: 8 });
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

/**
 * Ends a shop along with its PostgreSQL. A killed shop would leave its PostgreSQL running, so this first tries to stop
 * the shop normally.
 */
async function endForGood(shop: Shop): Promise<void> {
  if (hasEnded(shop.process)) return;
  shop.process.kill("SIGTERM");
  const timer = setTimeout(() => shop.process.kill("SIGKILL"), 15_000);
  await exitOf(shop.process);
  clearTimeout(timer);
}
