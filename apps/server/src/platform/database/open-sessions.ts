import type { Pool, PoolClient } from "pg";

/** Loads what most calls read of the catalogs into a new session. */
const loadCatalogs =
  "select from catalogue.stores, catalogue.products, catalogue.images, catalogue.languages where false";

/**
 * Opens all sessions of the pools, two at a time. A new session takes tenths of a second on a busy machine, and as much
 * again for its first statements, so a burst of calls would otherwise wait for seconds. Ends early when aborted or if
 * the database can't be reached, because calls then open the sessions that they need.
 */
export async function openSessions(pools: readonly Pool[], signal: AbortSignal): Promise<void> {
  const waiting = [...pools];
  const openNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await openAll(next, signal);
  };
  await Promise.all([openNext(), openNext()]);
}

async function openAll(pool: Pool, signal: AbortSignal): Promise<void> {
  // Holds the sessions, because the pool opens another one only while none is idle.
  const held: PoolClient[] = [];
  try {
    while (!signal.aborted && pool.totalCount < pool.options.max) {
      const client = await pool.connect();
      held.push(client);
      await client.query(loadCatalogs);
    }
  } catch {
    // The health check reports what is wrong with the database.
  } finally {
    for (const client of held) client.release();
  }
}
