import type { Transaction } from "../../platform/context.ts";
import { mailManagers } from "../store-records/mail-managers.ts";

/** Emails the store's owners and the members who manage its orders about a dispute that is open or lost. */
export function mailDispute(
  tx: Transaction,
  data: { orderId: string; disputeId: string },
): Promise<void> {
  return mailManagers(tx, "order-disputed", data);
}
