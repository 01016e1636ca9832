import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";

/** The advisory lock of this process, which shows others that it is alive. */
export type Presence = { key: string; end(): Promise<void> };

const open = new WeakMap<Services, { users: number; lock: Promise<Lock> }>();
type Lock = { key: string; client: PoolClient };

/**
 * Holds this process's advisory lock while it works. PostgreSQL releases it as soon as the process is gone, for whatever
 * reason. All jobs of the process share it.
 */
export async function stayPresent(services: Services): Promise<Presence> {
  const shared = open.get(services) ?? { users: 0, lock: takeLock(services) };
  open.set(services, shared);
  shared.users += 1;
  const end = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    open.delete(services);
    // The lock ends with its connection; a broken one has released it already.
    (await shared.lock).client.release(true);
  };
  try {
    return { key: (await shared.lock).key, end };
  } catch (error) {
    open.delete(services);
    throw error;
  }
}

async function takeLock({ database }: Services): Promise<Lock> {
  const client = await database.worker.connect();
  const key = randomBytes(8).readBigInt64BE().toString();
  try {
    await queryable(client).run(sql`select pg_advisory_lock(${key}::bigint)`);
    return { key, client };
  } catch (error) {
    client.release(true);
    throw error;
  }
}
