import { randomBytes } from "node:crypto";
import type { Database } from "../database/open-database.ts";
import { queryable, sql } from "../database/sql.ts";

/** Shows other processes that this one is alive. */
export type Presence = {
  /** The key of the advisory lock, as a bigint in text. */
  key: string;
  /** Calls `lost` when the connection that holds the lock breaks. */
  onLost: (lost: () => void) => void;
  end: () => void;
};

/**
 * Takes an advisory lock on a connection that bypasses the pooler. PostgreSQL releases the lock as soon as this process
 * ends, whatever the reason.
 */
export async function stayPresent({ direct }: Database): Promise<Presence> {
  const client = await direct.connect();
  const key = randomBytes(8).readBigInt64BE().toString();
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    // Closes the connection, which releases the lock.
    client.release(true);
  };
  try {
    await queryable(client).run(sql`select pg_advisory_lock(${key}::bigint)`);
    return {
      key,
      onLost: (lost) =>
        void client.once("end", () => {
          if (!ended) lost();
          end();
        }),
      end,
    };
  } catch (error) {
    end();
    throw error;
  }
}
