import type { PaymentProvider } from "@vetrina/contract/enumerations";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { recordEvent } from "../order-records/record-event.ts";

type Problem = {
  paymentId: string;
  issue: string;
  provider: PaymentProvider | null;
} & Readonly<Record<string, unknown>>;

/** Adds a problem with a payment to the order's timeline, unless it is already there. */
export async function reportOnce(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  problem: Problem,
): Promise<void> {
  const known = await tx.row(sql`
    select from shop.order_events where store_id = ${tx.storeId} and order_id = ${orderId} and kind = 'payment-problem'
      and data ->> 'paymentId' = ${problem.paymentId} and data ->> 'issue' = ${problem.issue} limit 1`);
  if (known === undefined)
    await recordEvent(tx, ctx, orderId, { kind: "payment-problem", data: problem });
}
