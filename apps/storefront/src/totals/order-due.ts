import { toMajor, toMinor } from "@vetrina/commerce/money";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";

type Amounts = Pick<
  OrderWithItems,
  "currency" | "total" | "paid" | "refunded" | "lost" | "openChange"
>;

/** The amount (major units) still due: for the order's open change if it has one, else for the order itself. */
export function orderDue({ currency, total, paid, refunded, lost, openChange }: Amounts): number {
  if (openChange !== null) return openChange.due;
  const minor = (amount: number) => toMinor(amount, currency);
  const kept = minor(paid) - minor(refunded) - minor(lost);
  return toMajor(Math.max(0, minor(total) - kept), currency);
}
