import { randomText } from "../core/ids.ts";
import { feeOf } from "../core/money.ts";
import type { Entry, Transaction } from "../core/store.ts";
import type { Json } from "../core/types.ts";
import { seconds } from "./emit.ts";
import { type Resource, balanceTransactions, charges } from "./tables.ts";

/** Stripe's fee for European cards is 1.5 percent and 25 cents. A dispute costs 20.00. */
const fee = { basisPoints: 150, fixedMinor: 25, disputeMinor: 2000 };
/** Number of days until money becomes available. */
const availableDays = 7;

export function chargeFee(amount: number): number {
  return feeOf(amount, fee.basisPoints, fee.fixedMinor);
}

export const disputeFee = fee.disputeMinor;

type Movement = {
  type: "charge" | "refund" | "refund_failure" | "adjustment" | "payout";
  /** Negative if money leaves the account's balance. */
  amount: number;
  fee: number;
  category: string;
  source: string;
  description: string | null;
  /** In Unix seconds. Default: now. */
  created?: number;
};

/** Creates the balance transaction for a movement of money. */
export function record(
  tx: Transaction,
  account: string,
  currency: string,
  movement: Movement,
): string {
  const { type, amount, category, source, description } = movement;
  const id = `txn_${randomText(24, "mixed")}`;
  const fees =
    movement.fee === 0
      ? []
      : [
          {
            amount: movement.fee,
            application: null,
            currency,
            description: "Stripe processing fees",
            type: "stripe_fee",
          },
        ];
  const { created = seconds(tx.now) } = movement;
  tx.put(balanceTransactions, {
    id,
    account,
    payout: null,
    api: {
      id,
      object: "balance_transaction",
      amount,
      available_on: created + availableDays * 24 * 3600,
      balance_type: "payments",
      created,
      currency,
      description,
      exchange_rate: null,
      fee: movement.fee,
      fee_details: fees,
      net: amount - movement.fee,
      reporting_category: category,
      source,
      status: "pending",
      type,
    },
  });
  return id;
}

/** Adds an entry about a charge to the ledger. */
export function enter(
  tx: Transaction,
  { account, api }: Resource,
  entry: {
    kind: Entry["kind"];
    id: string;
    amountMinor: number;
    feeMinor: number;
    netMinor: number;
  },
): void {
  const metadata = (api["metadata"] ?? {}) as Json;
  const [reference = null] = ["orderId", "order_id", ...Object.keys(metadata)].flatMap((name) => {
    const value = metadata[name];
    return typeof value === "string" ? [value] : [];
  });
  tx.enter({
    ...entry,
    account,
    payment: String(api["payment_intent"]),
    currency: String(api["currency"]).toUpperCase(),
    reference,
  });
}

/**
 * Creates the balance transaction of a captured charge, unless it has one. Returns null if nothing was created.
 * `created` is in Unix seconds; the default is when the charge was created.
 */
export function settleCharge(tx: Transaction, id: string, created?: number): Resource | null {
  const charge = tx.get(charges, id);
  if (
    charge === undefined ||
    charge.api["balance_transaction"] !== null ||
    charge.api["captured"] !== true
  )
    return null;
  const amount = Number(charge.api["amount_captured"]);
  const balance_transaction = record(tx, charge.account, String(charge.api["currency"]), {
    type: "charge",
    amount,
    fee: chargeFee(amount),
    category: "charge",
    source: id,
    description: charge.api["description"] as string | null,
    created: created ?? Number(charge.api["created"]),
  });
  return tx.put(charges, { ...charge, api: { ...charge.api, balance_transaction } });
}
