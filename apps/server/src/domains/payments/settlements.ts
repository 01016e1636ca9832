import type { Transaction } from "../../platform/context.ts";
import { sql, type Sql } from "../../platform/database/sql.ts";

/**
 * Stores the fees, net amounts and payouts of captures. `reported` selects payment_id, fee_minor, net_minor,
 * balance_currency and payout_id.
 */
export async function storeSettlements(tx: Transaction, reported: Sql): Promise<void> {
  await tx.run(sql`
    update shop.payments p set fee_minor = coalesce(r.fee_minor, p.fee_minor), net_minor = coalesce(r.net_minor, p.net_minor),
      balance_currency = coalesce(r.balance_currency, p.balance_currency), payout_id = coalesce(r.payout_id, p.payout_id)
    from (${reported}) r
    where p.store_id = ${tx.storeId} and p.id = r.payment_id
      and (r.fee_minor, r.net_minor, r.balance_currency, r.payout_id)
        is distinct from (p.fee_minor, p.net_minor, p.balance_currency, p.payout_id)`);
}
