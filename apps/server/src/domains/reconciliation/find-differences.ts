import type { DifferenceKind } from "@vetrina/contract/orders/reconciliation";
import type { Transaction } from "../../platform/context.ts";
import { sql, type Sql } from "../../platform/database/sql.ts";
import type { Account } from "./movements.ts";

/** The time range whose movements are compared with our records. */
export type Span = { since: Date; until: Date };

export type Found = {
  kind: DifferenceKind;
  /**
   * The id of what differs, such as a payment or a refund. A run finds at most one difference of each kind per subject.
   */
  subject: string;
  order_id: string | null;
  payment_id: string | null;
  expected_minor: number | null;
  reported_minor: number | null;
  currency: string;
  at: Date;
};

/** Our newest records aren't reported as missing, because the provider's report may contain them a little later. */
const grace = sql`interval '10 minutes'`;

/**
 * Maximum number of differences that a run stores, because with keys of the wrong account every movement is a
 * difference.
 */
export const maxFound = 1000;

/** The oldest `maxFound` differences. `cutAt` is the time of the first one that was left out; null if none was. */
export type Differences = { found: Found[]; cutAt: Date | null };

/** Compares the provider's movements, after matchMovements, with our payments, refunds and disputes. */
export async function findDifferences(
  tx: Transaction,
  account: Account,
  span: Span,
): Promise<Differences> {
  const parts = [
    captures,
    missingCaptures,
    refunds,
    missingRefunds,
    disputes,
    fees,
    payouts,
    unreadable,
  ];
  const all = parts.map((part) => part(tx.storeId, account, span));
  const rows = await tx.rows<Found>(sql`
    select * from (${all.reduce((sum, part) => sql`${sum} union all ${part}`)}) d
    order by at, kind, subject limit ${maxFound + 1}`);
  return { found: rows.slice(0, maxFound), cutAt: rows[maxFound]?.at ?? null };
}

type Part = (storeId: string, account: Account, span: Span) => Sql;

/** Returns an SQL condition for movements of these kinds within the span. */
function moved(storeId: string, { id }: Account, { since, until }: Span, m: Sql, kinds: Sql): Sql {
  return sql`${m}.store_id = ${storeId} and ${m}.account_id = ${id} and ${m}.kind in (${kinds}) and not ${m}.is_foreign
    and ${m}.at >= ${since} and ${m}.at < ${until}`;
}

/**
 * Each payment should have one capture. A second capture, or one for an order that was paid another way, is a
 * duplicate. A capture that paid for no order is an orphan.
 */
const captures: Part = (storeId, account, span) => sql`
  select case when p.state in ('completed', 'refunded') and r.is_again then 'DUPLICATE_CAPTURE'
      when p.id is not null and (p.amount_minor <> c.amount_minor or p.currency <> c.currency) then 'CAPTURE_AMOUNT'
      when o.paid_at is not null then 'DUPLICATE_CAPTURE'
      else 'ORPHAN_CAPTURE' end as kind,
    c.object_id as subject, o.id as order_id, p.id as payment_id,
    case when not r.is_again and p.amount_minor <> c.amount_minor then p.amount_minor end as expected_minor,
    c.amount_minor as reported_minor, c.currency, c.at
  from shop.provider_movements c
  cross join lateral (
    select exists (select from shop.provider_movements b
      where b.store_id = c.store_id and b.account_id = c.account_id and b.kind = c.kind
        and b.payment_id = c.payment_id and (b.at, b.id) < (c.at, c.id)) as is_again) r
  left join shop.payments p on p.store_id = c.store_id and p.id = c.payment_id
  left join shop.orders o on o.store_id = c.store_id and o.id = coalesce(p.order_id, c.reference_id)
  where ${moved(storeId, account, span, sql`c`, sql`'capture'`)}
    and (p.id is null or p.state not in ('completed', 'refunded') or r.is_again or p.amount_minor <> c.amount_minor
      or p.currency <> c.currency)`;

const missingCaptures: Part = (storeId, { id, provider, environment }, { since, until }) => sql`
  select 'MISSING_CAPTURE', p.id::text, p.order_id, p.id, p.amount_minor, null, p.currency, p.captured_at
  from shop.payments p
  where p.store_id = ${storeId} and p.provider = ${provider} and p.environment = ${environment}
    and p.state in ('completed', 'refunded') and p.captured_at >= ${since} and p.captured_at < ${until}::timestamptz - ${grace}
    and not exists (select from shop.provider_movements m where m.store_id = p.store_id and m.account_id = ${id}
      and m.payment_id = p.id and m.kind = 'capture')`;

const refunds: Part = (storeId, account, span) => sql`
  select case when m.kind = 'refund_reversal' then 'REFUND_REVERSED'
      when r.is_again then 'DUPLICATE_REFUND'
      when f.id is null or f.state = 'failed' then 'ORPHAN_REFUND'
      else 'REFUND_AMOUNT' end,
    m.object_id, p.order_id, p.id,
    case when m.kind = 'refund' and not r.is_again and f.state <> 'failed' then f.amount_minor end, m.amount_minor, m.currency, m.at
  from shop.provider_movements m
  cross join lateral (
    select exists (select from shop.provider_movements b
      where b.store_id = m.store_id and b.account_id = m.account_id and b.kind = m.kind
        and b.refund_payment_id = m.refund_payment_id and (b.at, b.id) < (m.at, m.id)) as is_again) r
  left join shop.refund_payments f on f.store_id = m.store_id and f.id = m.refund_payment_id
  left join shop.payments p on p.store_id = m.store_id and p.id = m.payment_id
  where ${moved(storeId, account, span, sql`m`, sql`'refund', 'refund_reversal'`)}
    and case when m.kind = 'refund_reversal' then f.state is null or f.state = 'completed'
      else f.id is null or r.is_again or f.amount_minor <> m.amount_minor or p.currency <> m.currency
        -- With a reversal, the provider and the store agree that the refund failed.
        or (f.state = 'failed' and not exists (select from shop.provider_movements b where b.store_id = m.store_id
          and b.account_id = m.account_id and b.kind = 'refund_reversal' and b.refund_payment_id = f.id)) end
    and (m.kind = 'refund_reversal' or f.id is not null or not exists (select from shop.provider_movements b
      where b.store_id = m.store_id and b.account_id = m.account_id and b.kind = 'refund_reversal' and b.object_id = m.object_id))`;

const missingRefunds: Part = (storeId, { id, provider, environment }, { since, until }) => sql`
  select 'MISSING_REFUND', f.id::text, f.order_id, f.payment_id, f.amount_minor, null, p.currency, f.updated_at
  from shop.refund_payments f join shop.payments p on p.store_id = f.store_id and p.id = f.payment_id
  where f.store_id = ${storeId} and f.state = 'completed' and p.provider = ${provider} and p.environment = ${environment}
    and f.updated_at >= ${since} and f.updated_at < ${until}::timestamptz - ${grace}
    and not exists (select from shop.provider_movements m where m.store_id = f.store_id and m.account_id = ${id}
      and m.refund_payment_id = f.id and m.kind = 'refund')`;

/**
 * Compares the amount taken for a payment's disputes with our records. Some providers take the money when a dispute
 * opens, others when it is lost. So the amount must be at least the lost disputes, and at most those that weren't won.
 * A dispute that was lost or won less than `grace` ago counts as open.
 */
const disputes: Part = (storeId, account, span) => sql`
  select case when t.known = 0 then 'ORPHAN_DISPUTE' when t.taken = 0 then 'MISSING_DISPUTE' else 'DISPUTE_AMOUNT' end,
    t.subject, p.order_id, p.id, nullif(t.known, 0), nullif(t.taken, 0), coalesce(p.currency, t.currency), t.at
  from (
    select coalesce(a.payment_id::text, a.object_id) as subject, a.payment_id, min(a.currency) as currency, max(a.at) as at,
      sum(a.taken) as taken, sum(a.lost) as lost, sum(a.known) as known
    from (
      select m.payment_id, m.object_id, m.currency, m.at, 0 as lost, 0 as known,
        case when m.kind = 'dispute' then m.amount_minor else -m.amount_minor end as taken
      from shop.provider_movements m
      where m.store_id = ${storeId} and m.account_id = ${account.id} and m.kind in ('dispute', 'dispute_reversal')
        and not m.is_foreign and m.at < ${span.until}
      union all
      select d.payment_id, null, null, least(d.updated_at, ${span.until}),
        case when d.state = 'lost' and not n.is_new then d.amount_minor else 0 end, d.amount_minor, 0
      from shop.disputes d join shop.payments q on q.store_id = d.store_id and q.id = d.payment_id
      cross join lateral (select d.updated_at >= ${span.until}::timestamptz - ${grace} as is_new) n
      where d.store_id = ${storeId} and (d.state <> 'won' or n.is_new) and q.provider = ${account.provider}
        and q.environment = ${account.environment}) a
    group by 1, 2 having max(a.at) >= ${span.since}) t
  left join shop.payments p on p.store_id = ${storeId} and p.id = t.payment_id
  where t.taken > t.known or t.taken < t.lost`;

/** Captures for which the amount credited by the provider isn't the captured amount less the fee. */
const fees: Part = (storeId, account, span) => sql`
  select 'FEE_AMOUNT', m.object_id, p.order_id, p.id, m.amount_minor - m.fee_minor, m.net_minor, m.currency, m.at
  from shop.provider_movements m left join shop.payments p on p.store_id = m.store_id and p.id = m.payment_id
  where ${moved(storeId, account, span, sql`m`, sql`'capture'`)} and m.balance_currency = m.currency
    and m.net_minor <> m.amount_minor - m.fee_minor`;

/**
 * Payouts that failed, or whose amount differs from the sum of their movements. PayPal's withdrawals are not compared,
 * because PayPal doesn't report what they contain.
 */
const payouts: Part = (storeId, account, span) => sql`
  select case when m.kind = 'payout' then 'PAYOUT_AMOUNT' else 'PAYOUT_FAILED' end, m.object_id, null::uuid, null::uuid,
    case when m.kind = 'payout' then s.net end, m.amount_minor, m.currency, m.at
  from shop.provider_movements m
  left join lateral (
    select sum(b.net_minor) as net, bool_and(b.net_minor is not null) as is_known from shop.provider_movements b
    where b.store_id = m.store_id and b.account_id = m.account_id and b.payout_id = m.object_id
      and b.kind not in ('payout', 'payout_reversal')) s on true
  where ${moved(storeId, account, span, sql`m`, sql`'payout', 'payout_reversal'`)}
    and (m.kind = 'payout_reversal' or (s.is_known and s.net <> m.amount_minor))`;

/** Entries of the report whose amounts can't be read, unless a later run could read them. */
const unreadable: Part = (storeId, account, span) => sql`
  select 'UNREADABLE', m.object_id, p.order_id, p.id, null, null, m.currency, m.at
  from shop.provider_movements m left join shop.payments p on p.store_id = m.store_id and p.id = m.payment_id
  where ${moved(storeId, account, span, sql`m`, sql`'unreadable'`)}
    and not exists (select from shop.provider_movements b where b.store_id = m.store_id and b.account_id = m.account_id
      and b.id = m.id and b.kind <> m.kind)`;
