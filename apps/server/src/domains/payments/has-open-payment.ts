import type { Transaction } from "../../platform/context.ts";
import { readPayments } from "./queries.ts";

/**
 * Whether an attempt has neither ended nor failed. Call it under the order's lock, so that no other attempt is opened
 * meanwhile.
 */
export async function hasOpenPayment(tx: Transaction, orderId: string): Promise<boolean> {
  const attempts = await readPayments(tx, orderId);
  return attempts.some((payment) => payment.state === "created" || payment.state === "processing");
}
