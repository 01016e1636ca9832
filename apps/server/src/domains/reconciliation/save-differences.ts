import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import type { Differences } from "./find-differences.ts";
import type { Account } from "./movements.ts";

/**
 * Stores the differences that a run found. Reopens a resolved one that was found again, and a settled one whose amounts
 * changed. Resolves open ones that were not found, unless they are from `cutAt` or later, which the run didn't list.
 */
export async function saveDifferences(
  tx: Transaction,
  ctx: Context,
  { id: accountId, provider, environment }: Account,
  { found, cutAt }: Differences,
): Promise<void> {
  const now = ctx.now();
  const rows = found.map((one) => Object.assign({ id: newId() }, one));
  const opened = await tx.rows<{ id: string; kind: string }>(sql`
    insert into shop.reconciliation_differences as d (store_id, id, account_id, provider, environment, kind, subject, order_id,
      payment_id, expected_minor, reported_minor, currency, at, found_at)
    select ${tx.storeId}, r.id, ${accountId}, ${provider}, ${environment}, r.kind, r.subject, r.order_id, r.payment_id,
      r.expected_minor, r.reported_minor, r.currency, r.at, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, kind text, subject text, order_id uuid, payment_id uuid,
      expected_minor numeric, reported_minor numeric, currency text, at timestamptz)
    on conflict (store_id, account_id, kind, subject) do update set state = 'OPEN', closed_at = null, settled_by_kind = null,
      settled_by = null, note = case when d.state = 'SETTLED' then d.note end, expected_minor = excluded.expected_minor,
      reported_minor = excluded.reported_minor, order_id = excluded.order_id, payment_id = excluded.payment_id, at = excluded.at,
      found_at = case when d.state = 'OPEN' then d.found_at else excluded.found_at end, version = d.version + 1
      where d.state = 'RESOLVED' or (d.expected_minor, d.reported_minor) is distinct from (excluded.expected_minor, excluded.reported_minor)
    returning id, kind`);
  const subjects = found.map(({ kind, subject }) => `${kind} ${subject}`);
  const resolved = await tx.rows<{ id: string }>(sql`
    update shop.reconciliation_differences d set state = 'RESOLVED', closed_at = ${now}, version = version + 1
    where d.store_id = ${tx.storeId} and d.account_id = ${accountId} and d.state = 'OPEN'
      and (${cutAt}::timestamptz is null or d.at < ${cutAt}) and d.kind || ' ' || d.subject <> all(${subjects}::text[])
    returning id`);
  if (opened.length + resolved.length === 0) return;
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "reconciliation",
    entityId: accountId,
    after: {
      opened: opened.map(({ id, kind }) => ({ id, kind })),
      resolved: resolved.map(({ id }) => id),
    },
  });
}

/** Reads the time of the oldest open difference; null if none is open. */
export async function oldestOpen(tx: Transaction, accountId: string): Promise<Date | null> {
  const row = await tx.row<{ at: Date | null }>(sql`
    select min(at) as at from shop.reconciliation_differences
    where store_id = ${tx.storeId} and account_id = ${accountId} and state = 'OPEN'`);
  return row?.at ?? null;
}
