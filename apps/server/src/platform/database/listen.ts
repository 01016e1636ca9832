import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { escapeIdentifier, type Pool, type PoolClient } from "pg";

const pauseMs = 1000;

/**
 * Listens on a connection of the pool, and on a new one if the connection is lost. `heard` gets the payload, or null
 * after connecting, because earlier notifications are lost. Resolves when aborted.
 */
export async function listen(
  pool: Pool,
  channel: string,
  heard: (payload: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      client.on("notification", ({ payload = "" }) => heard(payload));
      await client.query(`listen ${escapeIdentifier(channel)}`);
      heard(null);
      await once(client, "end", { signal });
    } catch {
      // Either the database is unreachable or the process is ending. The loop's condition tells which.
    } finally {
      client?.removeAllListeners("notification");
      client?.release(true);
    }
    if (!signal.aborted) await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
