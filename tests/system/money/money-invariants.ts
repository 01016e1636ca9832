import {
  type PaymentState,
  mayStep,
  paymentTransitions,
} from "@vetrina/commerce/orders/order-states";
import type { RunningStandin } from "@vetrina/payment-standins/start";
import type { Pool } from "pg";
import { imbalances } from "../../invariants.ts";
import { waitUntil } from "../wait-until.ts";
import type { MoneyShop, ProviderName } from "./money-shop.ts";
import { isLong } from "./rounds.ts";

/**
 * How long payments and refunds may stay in progress after faults and crashes. Longer in npm test, because more
 * connections are lost on a busy machine.
 */
export const stuckMs = isLong ? 120_000 : 300_000;
/** How long jobs, emails and events may stay queued after a run without faults. */
const emptyMs = isLong ? 60_000 : stuckMs;

/**
 * Waits until nothing is in progress, at most `longestMs`, and returns all errors that it finds: violated invariants,
 * differences between the provider's ledger and our payments and refunds, rows that point into another store, and
 * illegal payment transitions.
 */
export async function moneyImbalances(
  { admin, standin, driver }: Pick<MoneyShop, "admin" | "standin" | "driver">,
  longestMs = emptyMs,
): Promise<{ wrong: string[]; seconds: number }> {
  const began = Date.now();
  let left: string[] = [];
  const isAtRest = async () => (left = await underWay(admin)).length === 0;
  await waitUntil("nothing is in progress", isAtRest, { longestMs, everyMs: 500 }).catch(() => {});
  const seconds = (Date.now() - began) / 1000;
  const wrong = [
    ...left,
    ...(await imbalances({ admin })),
    ...(await illegalSteps(admin)),
    ...(await looseKeys(admin)),
    ...(await unlike(admin, standin, driver.provider)),
  ];
  return { wrong, seconds };
}

async function underWay(admin: Pool): Promise<string[]> {
  const { rows } = await admin.query<{ what: string }>(`
    select 'payment ' || id || ' is processing' as what from shop.payments where state = 'processing'
    union all select 'refund ' || id || ' is ' || state from shop.refunds where state in ('pending', 'processing')
    union all select 'event ' || id || ' is ' || status || ': ' || coalesce(error, '') from shop.webhook_events where status <> 'PROCESSED'
    union all select 'job ' || kind || ' waits: ' || coalesce(last_error, '') from shop.jobs where every is null
    union all select 'mail ' || id || ' waits' from shop.mails where ended_at is null`);
  return rows.map(({ what }) => what);
}

/**
 * Compares the provider's captures and refunds with our completed payments and refunds. Returns those that only one
 * side has. Two entries match if they have the same id, amount and currency and, for payments, belong to the same
 * order.
 */
async function unlike(
  admin: Pool,
  standin: RunningStandin,
  provider: ProviderName,
): Promise<string[]> {
  const { rows } = await admin.query<{ line: string }>(
    `
    select concat_ws(' ', 'capture', provider_id, order_id, amount_minor, currency) as line from shop.payments
    where provider = $1 and state in ('completed', 'refunded')
    union all
    select concat_ws(' ', 'refund', provider_refund_id, r.amount_minor, p.currency) from shop.refund_payments r
    join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id where p.provider = $1 and r.state = 'completed'`,
    [provider.toUpperCase()],
  );
  const ours = rows.map(({ line }) => line);
  const entries = await standin.control.ledger();
  const theirs = entries
    .filter(({ kind }) => kind === "capture" || kind === "refund")
    .map(({ kind, id, payment, reference, amountMinor, currency }) =>
      kind === "capture"
        ? [kind, payment, reference, amountMinor, currency].join(" ")
        : [kind, id, amountMinor, currency].join(" "),
    );
  const [known, made] = [new Set(ours), new Set(theirs)];
  return [
    ...ours.filter((line) => !made.has(line)).map((line) => `only the store has: ${line}`),
    ...theirs.filter((line) => !known.has(line)).map((line) => `only the provider has: ${line}`),
    ...(ours.length === theirs.length ? [] : [`${ours.length} and ${theirs.length} entries`]),
  ];
}

async function illegalSteps(admin: Pool): Promise<string[]> {
  const { rows } = await admin.query<{ before: PaymentState; after: PaymentState }>(`
    select distinct before ->> 'state' as before, after ->> 'state' as after from shop.audit_entries
    where entity_type = 'payment' and before ->> 'state' <> after ->> 'state'`);
  return rows
    .filter(({ before, after }) => !mayStep(paymentTransitions, before, after))
    .map(({ before, after }) => `a payment went from ${before} to ${after}`);
}

/**
 * Foreign keys that leave out the store's id although both tables have it. They would allow a row to refer to a row of
 * another store.
 */
async function looseKeys(admin: Pool): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(`
    select c.conname || ' of ' || c.conrelid::regclass as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'store_id'
    join pg_attribute b on b.attrelid = c.confrelid and b.attname = 'store_id'
    where c.contype = 'f' and c.connamespace = 'shop'::regnamespace and not a.attnum = any (c.conkey)`);
  return rows.map(({ name }) => `foreign key ${name} allows references to another store`);
}
