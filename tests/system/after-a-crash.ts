import type { Pool } from "pg";
import { imbalances } from "../invariants.ts";
import { waitUntil } from "./wait-until.ts";

type Counts = Record<string, number>;

/** Counts what is in progress. In an idle shop, every number is 0. */
async function underWay(admin: Pool): Promise<Counts> {
  const { rows } = await admin.query<Counts>(`
    select (select count(*)::int from shop.orders where paid_at is null and cancelled_at is null) as open_orders,
      (select count(*)::int from shop.payments where state in ('processing', 'created')) as open_payments,
      (select count(*)::int from shop.refunds where state in ('pending', 'processing')) as open_refunds,
      (select count(*)::int from shop.jobs where every is null) as waiting_jobs,
      (select coalesce(sum(reserved), 0)::int from shop.inventory_levels) as held`);
  return rows[0] ?? {};
}

/**
 * Makes the server ask the provider about payments and refunds whose response was lost, and makes unpaid orders and the
 * holds of test orders expire. Waits until nothing is in progress. Returns what is stuck, and the violated invariants.
 */
export async function invariantsAtRest(admin: Pool): Promise<string[]> {
  await loseAnswers(admin);
  await admin.query(`update shop.orders set expires_at = now() - interval '1 second'
    where paid_at is null and cancelled_at is null`);
  let left: Counts = {};
  await waitUntil(
    "nothing is in progress",
    async () => {
      // Repeats this in each poll: if the server learns only now that a test order was paid, the order's hold also
      // starts only now.
      await admin.query(`update shop.orders set test_held_until = now() - interval '1 second'
        where test_held_until > now()`);
      left = await underWay(admin);
      return Object.values(left).every((count) => count === 0);
    },
    { everyMs: 200 },
  ).catch(() => {});
  const { rows } = await admin.query<{ reason: string }>(
    "select kind || ' failed: ' || last_error as reason from shop.jobs where last_error is not null",
  );
  const stuck = Object.entries(left).filter(([, count]) => count > 0);
  return [
    ...stuck.map(([what, count]) => `${count} ${what} are stuck`),
    ...(stuck.length > 0 ? rows.map(({ reason }) => reason) : []),
    ...(await imbalances({ admin })),
  ];
}

/**
 * Backdates the last update of payments and refunds whose response was lost, so that the server looks them up at the
 * provider without waiting thirty seconds. Also makes one-time jobs due, except those that are running.
 */
export async function loseAnswers(admin: Pool): Promise<void> {
  await admin.query(
    `update shop.payments set updated_at = now() - interval '1 hour' where state = 'processing'`,
  );
  await admin.query(
    `update shop.refund_payments set updated_at = now() - interval '1 day' where state in ('pending', 'processing')`,
  );
  // Skips jobs that a worker has locked. They have just run, and waiting for them could cause a deadlock.
  await admin.query(`update shop.jobs set run_at = now(), wait_until = null where id in (
    select id from shop.jobs where every is null and claimed_by is null order by id for update skip locked)`);
}
