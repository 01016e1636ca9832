import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";

/** A lock of this process's own, by which others see that it lives. */
export type Presence = { key: string; end(): Promise<void> };

const open = new WeakMap<Services, { users: number; lock: Promise<Lock> }>();
type Lock = { key: string; client: PoolClient };

/**
 * Says that this process is at work for as long as it is: by a lock of one connection, which PostgreSQL lets go of at the
 * moment the process is gone, however it went. All work of the process shares it.
 */
export async function stayPresent(services: Services): Promise<Presence> {
  const shared = open.get(services) ?? { users: 0, lock: takeLock(services) };
  open.set(services, shared);
  shared.users += 1;
  const end = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    open.delete(services);
    // The lock goes with its connection: one that broke has let go of it before.
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
