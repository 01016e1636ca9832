import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import { isUuid } from "@vetrina/contract/common";
import type { Movement } from "../../gateways/provider.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { findPaymentByProviderId } from "../payments/find-payment-by-provider-id.ts";
import { storeSettlements } from "../payments/settlements.ts";

export type Account = { id: string; provider: PaymentProvider; environment: PaymentEnv };

/** Maximum number of movements without a known payment that one run looks up in other stores. */
const maxLookUps = 1000;

/** Stores a page of a report and returns the number of new movements. Known movements are updated. */
export async function saveMovements(
  tx: Transaction,
  { id, provider, environment }: Account,
  movements: readonly Movement[],
): Promise<number> {
  if (movements.length === 0) return 0;
  // A page may contain a movement twice, but one upsert can't change the same row twice.
  const rows = new Map(
    movements.map((one) => {
      const referenceId = one.reference !== null && isUuid(one.reference) ? one.reference : null;
      return [`${one.kind} ${one.id}`, Object.assign({ referenceId }, one)];
    }),
  );
  const saved = await tx.rows<{ isNew: boolean }>(sql`
    insert into shop.provider_movements as m (store_id, account_id, provider, environment, kind, id, object_id, provider_ids, reference_id,
      amount_minor, currency, fee_minor, net_minor, balance_currency, payout_id, at)
    select ${tx.storeId}, ${id}, ${provider}, ${environment}, r.kind, r.id, r."objectId",
      array(select jsonb_array_elements_text(r."paymentIds")), r."referenceId", r."amountMinor", r.currency, r."feeMinor", r."netMinor",
      r."balanceCurrency", r."payoutId", r.at
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as r (kind text, id text, "objectId" text, "paymentIds" jsonb,
      "referenceId" uuid, "amountMinor" numeric, currency text, "feeMinor" numeric, "netMinor" numeric, "balanceCurrency" text, "payoutId" text,
      at timestamptz)
    on conflict (store_id, account_id, kind, id) do update set amount_minor = excluded.amount_minor, currency = excluded.currency,
      reference_id = coalesce(excluded.reference_id, m.reference_id), fee_minor = coalesce(excluded.fee_minor, m.fee_minor),
      net_minor = coalesce(excluded.net_minor, m.net_minor), balance_currency = coalesce(excluded.balance_currency, m.balance_currency),
      payout_id = coalesce(excluded.payout_id, m.payout_id)
    returning xmax = 0 as "isNew"`);
  return saved.filter(({ isNew }) => isNew).length;
}

/** Links movements to our payments and refunds, and stores the fee, net amount and payout of captured payments. */
export async function matchMovements(tx: Transaction, { id, ...account }: Account): Promise<void> {
  const { provider, environment } = account;
  await tx.run(sql`
    update shop.provider_movements m set payment_id = f.payment_id
    from (
      select u.kind, u.id, p.id as payment_id from shop.provider_movements u cross join unnest(u.provider_ids) as r (ref)
      join shop.payments p on p.store_id = u.store_id and p.provider = u.provider and p.environment = u.environment and p.provider_id = r.ref
      where u.store_id = ${tx.storeId} and u.account_id = ${id} and u.payment_id is null and not u.is_foreign
      union
      select u.kind, u.id, p.id from shop.provider_movements u cross join unnest(u.provider_ids) as r (ref)
      join shop.payments p on p.store_id = u.store_id and p.provider = u.provider and p.environment = u.environment and p.capture_id = r.ref
      where u.store_id = ${tx.storeId} and u.account_id = ${id} and u.payment_id is null and not u.is_foreign) f
    where m.store_id = ${tx.storeId} and m.account_id = ${id} and m.kind = f.kind and m.id = f.id`);
  const ofAccount = sql`p.store_id = r.store_id and p.id = r.payment_id and p.provider = ${provider} and p.environment = ${environment}`;
  const unmatched = sql`u.store_id = ${tx.storeId} and u.account_id = ${id} and u.kind in ('refund', 'refund_reversal')
    and u.refund_payment_id is null and not u.is_foreign`;
  await tx.run(sql`
    update shop.provider_movements m set refund_payment_id = f.refund_id, payment_id = coalesce(m.payment_id, f.payment_id)
    from (
      select u.kind, u.id, r.id as refund_id, r.payment_id from shop.provider_movements u
      join shop.refund_payments r on r.store_id = u.store_id and r.provider_refund_id = u.object_id
      join shop.payments p on ${ofAccount} where ${unmatched}
      union
      select u.kind, u.id, r.id, r.payment_id from shop.provider_movements u
      join shop.refund_payments r on r.store_id = u.store_id and r.id = u.reference_id
      join shop.payments p on ${ofAccount} where ${unmatched}) f
    where m.store_id = ${tx.storeId} and m.account_id = ${id} and m.kind = f.kind and m.id = f.id`);
  await storeSettlements(
    tx,
    sql`
      select distinct on (payment_id) payment_id, fee_minor, net_minor, balance_currency, payout_id from shop.provider_movements
      where store_id = ${tx.storeId} and account_id = ${id} and kind = 'capture' and payment_id is not null
      order by payment_id, at`,
  );
}

/** Excludes from the comparison the movements of other stores that share the account at the provider. */
export async function leaveOutForeign(ctx: Context, account: Account): Promise<void> {
  const unknown = await ctx.tx((tx) =>
    tx.rows<{ kind: string; id: string; provider_ids: string[] }>(sql`
      select kind, id, provider_ids from shop.provider_movements
      where store_id = ${tx.storeId} and account_id = ${account.id} and payment_id is null and not is_foreign
        and provider_ids <> '{}'
      order by at desc limit ${maxLookUps}`),
  );
  for (const { kind, id, provider_ids: ids } of unknown) {
    const found = await Promise.all(
      ids.map((one) => findPaymentByProviderId(ctx.services, account.provider, one)),
    );
    if (!found.flat().some(({ storeId }) => storeId !== ctx.store.id)) continue;
    await ctx.tx((tx) =>
      tx.run(sql`
        update shop.provider_movements set is_foreign = true
        where store_id = ${tx.storeId} and account_id = ${account.id} and kind = ${kind} and id = ${id}`),
    );
  }
}
