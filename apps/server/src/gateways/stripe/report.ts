import type Stripe from "stripe";
import { reportedByStripe } from "../amounts.ts";
import type { Movement, MovementKind, ReportRequest } from "../provider.ts";
import { withAmounts } from "../report-amounts.ts";

const pageSize = 100;

/**
 * Reads Stripe's balance transactions, which are available at once. They don't contain their payout, so the
 * transactions of each automatic payout are read again.
 */
export async function reportOfStripe(
  stripe: Stripe,
  { from, until, add }: ReportRequest,
): Promise<Date> {
  const created = { gte: seconds(from), lte: seconds(until) };
  const expand = ["data.source"];
  await addAll(
    stripe.balanceTransactions.list({ created, expand, limit: pageSize }),
    (transaction) => movementOf(transaction, null),
    add,
  );
  for await (const { id, automatic } of stripe.payouts.list({ created, limit: pageSize }))
    // Stripe doesn't report which transactions a manual payout contains.
    if (automatic)
      await addAll(
        stripe.balanceTransactions.list({ payout: id, expand, limit: pageSize }),
        (transaction) => movementOf(transaction, id),
        add,
      );
  return until;
}

async function addAll(
  transactions: AsyncIterable<Stripe.BalanceTransaction>,
  convert: (transaction: Stripe.BalanceTransaction) => Movement,
  add: ReportRequest["add"],
): Promise<void> {
  let page: Movement[] = [];
  for await (const transaction of transactions) {
    page.push(convert(transaction));
    if (page.length < pageSize) continue;
    await add(page);
    page = [];
  }
  if (page.length > 0) await add(page);
}

const kinds: Readonly<Record<string, MovementKind>> = {
  charge: "capture",
  payment: "capture",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund_reversal",
  payment_failure_refund: "refund_reversal",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
  network_cost: "fee",
  payout: "payout",
  payout_cancel: "payout_reversal",
  payout_failure: "payout_reversal",
};

function kindOf({ type, reporting_category: category }: Stripe.BalanceTransaction): MovementKind {
  // Stripe gives disputes and their reversals the type `adjustment`, so only the category distinguishes them.
  if (category === "dispute") return "dispute";
  if (category === "dispute_reversal") return "dispute_reversal";
  return kinds[type] ?? "other";
}

/** The fields that are read from the charge, refund, dispute or payout behind a balance transaction. */
type Source = {
  id: string;
  object: string;
  payment_intent?: string | { id: string } | null;
  charge?: string | { id: string } | null;
  metadata?: Stripe.Metadata | null;
  amount?: number;
  amount_captured?: number;
  currency?: string;
};

function movementOf(transaction: Stripe.BalanceTransaction, payoutId: string | null): Movement {
  const kind = kindOf(transaction);
  const source = transaction.source;
  const object = typeof source === "object" ? (source as Source | null) : null;
  const about = object === null ? [] : [idOf(object.payment_intent), idOf(object.charge)];
  const charged = object?.amount_captured ?? object?.amount ?? Math.abs(transaction.amount);
  const currency = object?.currency ?? transaction.currency;
  const facts = {
    kind,
    id: transaction.id,
    objectId: object?.id ?? (typeof source === "string" ? source : transaction.id),
    paymentIds: [
      ...(object !== null && kind === "capture" ? [object.id] : []),
      ...about.filter((id) => id !== null),
    ],
    reference: object?.metadata?.["refundId"] ?? object?.metadata?.["orderId"] ?? null,
    currency: currency.toUpperCase(),
    balanceCurrency: transaction.currency.toUpperCase(),
    payoutId: kind === "payout" || kind === "payout_reversal" ? null : payoutId,
    at: new Date(transaction.created * 1000),
  };
  return withAmounts(facts, () => ({
    // Uses the source object's amount, which is in the buyer's currency. The balance transaction's amount is in the
    // balance's.
    amountMinor: reportedByStripe(charged, currency),
    feeMinor: reportedByStripe(transaction.fee, transaction.currency),
    netMinor: reportedByStripe(transaction.net, transaction.currency),
  }));
}

function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
