import type { DisputeFact, GatewayAccount } from "../../gateways/provider.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql, type Sql } from "../../platform/database/sql.ts";

/** A row of shop.disputes. Amounts are minor units. */
export type DisputeRow = {
  id: string;
  order_id: string;
  payment_id: string;
  provider_dispute_id: string;
  state: DisputeFact["state"];
  /** Whether the dispute is only a question from the buyer's bank, which takes no money while it is open. */
  is_inquiry: boolean;
  amount_minor: number;
  /** The part of the disputed amount that counts against the payment, while the dispute is open or lost. */
  counted_minor: number;
  reason: string | null;
  respond_by: Date | null;
  opened_at: Date;
  closed_at: Date | null;
  version: number;
};

/** Reads a payment's disputes, oldest first. */
export function readDisputes(tx: Transaction, paymentId: string): Promise<DisputeRow[]> {
  return disputes(tx, sql`payment_id = ${paymentId}`);
}

export function readDisputesOfOrder(tx: Transaction, orderId: string): Promise<DisputeRow[]> {
  return disputes(tx, sql`order_id = ${orderId}`);
}

export async function readDispute(tx: Transaction, id: string): Promise<DisputeRow | undefined> {
  return (await disputes(tx, sql`id = ${id}`))[0];
}

/**
 * Reads the ids of payments with open disputes at a provider account, ordered by when the provider is to be asked next.
 */
export async function readOpenlyDisputed(
  tx: Transaction,
  { provider, environment }: Pick<GatewayAccount, "provider" | "environment">,
  max: number,
): Promise<string[]> {
  const rows = await tx.rows<{ payment_id: string }>(sql`
    select d.payment_id from shop.disputes d join shop.payments p on p.store_id = d.store_id and p.id = d.payment_id
    where d.store_id = ${tx.storeId} and d.state = 'open' and p.provider = ${provider} and p.environment = ${environment}
    group by 1 order by min(d.ask_at), 1 limit ${max}`);
  return rows.map(({ payment_id: id }) => id);
}

function disputes(tx: Transaction, condition: Sql): Promise<DisputeRow[]> {
  return tx.rows<DisputeRow>(sql`
    select id, order_id, payment_id, provider_dispute_id, state, is_inquiry, amount_minor, counted_minor, reason, respond_by, opened_at,
      closed_at, version
    from shop.disputes where store_id = ${tx.storeId} and ${condition} order by opened_at, id limit 500`);
}
