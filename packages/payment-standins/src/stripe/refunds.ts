import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import { doLater } from "../core/tasks.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { isRefundable } from "./disputes.ts";
import { emit, seconds } from "./emit.ts";
import { invalid, missing, notFound, success } from "./errors.ts";
import { integerOf, metadataOf, onlyKnown, textOf } from "./form.ts";
import { listed } from "./lists.ts";
import { enter, record, settleCharge } from "./money.ts";
import { type Resource, charges, intents, methods, refunds } from "./tables.ts";
import { behaviorOf } from "./test-cards.ts";

/** Seconds until the refund of a test card changes: a pending one completes, or one that succeeded fails. */
const endsAfter = 5;
const params = new Set([
  "amount",
  "charge",
  "payment_intent",
  "metadata",
  "reason",
  "currency",
  "instructions_email",
  "refund_application_fee",
  "reverse_transfer",
]);
const reasons = ["duplicate", "fraudulent", "requested_by_customer"];

export const refundRoutes: readonly Route[] = [
  { method: "POST", pattern: "/v1/refunds", handle: createRefund },
  {
    method: "GET",
    pattern: "/v1/refunds",
    handle: (call) => listed(call, call.tx.all(refunds), ["charge", "payment_intent"]),
  },
  {
    method: "GET",
    pattern: "/v1/refunds/{id}",
    handle: (call) => success(requireRefund(call).api),
  },
  { method: "POST", pattern: "/v1/refunds/{id}", handle: updateRefund },
];

function createRefund(call: Call): Answer {
  const { tx, account, body, now } = call;
  onlyKnown(body, params);
  const reason = textOf(body, "reason");
  if (reason !== null && !reasons.includes(reason))
    throw invalid(`Invalid reason: must be one of ${reasons.join(", ")}`, { param: "reason" });
  const charge = chargeOf(call);
  const left = Number(charge.api["amount_captured"]) - Number(charge.api["amount_refunded"]);
  if (charge.api["captured"] !== true)
    throw invalid("This PaymentIntent does not have a successful charge to refund.", {
      code: "charge_not_refundable",
    });
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  if (!isRefundable(tx, charge))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  const amount = integerOf(body, "amount") ?? left;
  if (amount < 1)
    throw invalid("Invalid positive integer", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: "amount" },
    );
  const behavior = behaviorOf(tx.get(methods, String(charge.api["payment_method"]))?.number ?? "");
  const id = `re_${randomText(24, "mixed")}`;
  const currency = String(charge.api["currency"]);
  settleCharge(tx, charge.id);
  const balance_transaction = record(tx, account, currency, {
    type: "refund",
    amount: -amount,
    fee: 0,
    category: "refund",
    source: id,
    description: "REFUND FOR CHARGE",
  });
  const isPending = behavior.refund === "pending";
  const refund = tx.put(refunds, {
    id,
    account,
    api: {
      id,
      object: "refund",
      amount,
      balance_transaction,
      charge: charge.id,
      created: seconds(now),
      currency,
      customer: null,
      customer_account: null,
      destination_details: {
        card: {
          reference_status: "pending",
          reference_type: "acquirer_reference_number",
          type: "refund",
        },
        type: "card",
      },
      metadata: metadataOf(body),
      payment_intent: charge.api["payment_intent"],
      payment_method: charge.api["payment_method"],
      ...(isPending ? { pending_reason: "processing" } : {}),
      reason,
      receipt_number: null,
      source_transfer_reversal: null,
      status: isPending ? "pending" : "succeeded",
      transfer_reversal: null,
    },
  });
  changeRefunded(tx, charge.id, amount);
  enter(tx, charge, { kind: "refund", id, amountMinor: amount, feeMinor: 0, netMinor: -amount });
  emit(tx, account, "refund.created", refund.api);
  emit(tx, account, "charge.refunded", tx.get(charges, charge.id)?.api ?? {});
  if (behavior.refund !== undefined) doLater(tx, endsAfter, `refund-${behavior.refund}`, id);
  return success(refund.api);
}

function changeRefunded(tx: Transaction, chargeId: string, by: number): void {
  const charge = tx.get(charges, chargeId);
  if (charge === undefined) return;
  const amount_refunded = Number(charge.api["amount_refunded"]) + by;
  const refunded = amount_refunded === Number(charge.api["amount_captured"]);
  tx.put(charges, { ...charge, api: { ...charge.api, amount_refunded, refunded } });
}

/** Completes or fails a refund. A failed refund returns the money to the merchant, even if it had already succeeded. */
export function settleRefund(tx: Transaction, id: string, isMade: boolean): Resource {
  const refund = tx.get(refunds, id);
  const charge = refund === undefined ? undefined : tx.get(charges, String(refund.api["charge"]));
  if (refund === undefined || charge === undefined) throw wrong(`There is no refund ${id}.`, 404);
  const status = refund.api["status"];
  if (status === "failed" || (status === "succeeded" && isMade)) return refund;
  const { pending_reason: _, ...api } = refund.api;
  const { account } = refund;
  if (isMade) {
    const made = tx.put(refunds, { ...refund, api: { ...api, status: "succeeded" } });
    emit(tx, account, "refund.updated", made.api);
    return made;
  }
  const amount = Number(api["amount"]);
  const failure_balance_transaction = record(tx, account, String(api["currency"]), {
    type: "refund_failure",
    amount,
    fee: 0,
    category: "refund_failure",
    source: id,
    description: "REFUND FAILURE",
  });
  const failure = {
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction,
  };
  const failed = tx.put(refunds, { ...refund, api: { ...api, ...failure } });
  changeRefunded(tx, charge.id, -amount);
  enter(tx, charge, {
    kind: "refund_reversal",
    id,
    amountMinor: amount,
    feeMinor: 0,
    netMinor: amount,
  });
  emit(tx, account, "refund.updated", failed.api);
  emit(tx, account, "refund.failed", failed.api);
  return failed;
}

function updateRefund(call: Call): Answer {
  const refund = requireRefund(call);
  const metadata = metadataOf(call.body, (refund.api["metadata"] ?? {}) as Json);
  return success(call.tx.put(refunds, { ...refund, api: { ...refund.api, metadata } }).api);
}

function chargeOf({ tx, account, body }: Call): Resource {
  const intentId = textOf(body, "payment_intent");
  const chargeId = textOf(body, "charge");
  if (intentId === null && chargeId === null) throw missing("payment_intent");
  const intent = intentId === null ? undefined : tx.get(intents, intentId);
  if (intentId !== null && intent?.account !== account) throw notFound("payment_intent", intentId);
  const charge = tx.get(charges, chargeId ?? String(intent?.api["latest_charge"]));
  if (charge !== undefined && charge.account === account) return charge;
  if (chargeId !== null) throw notFound("charge", chargeId);
  throw invalid("This PaymentIntent does not have a successful charge to refund.", {
    code: "charge_not_refundable",
  });
}

function requireRefund({ tx, account, params: { id = "" } }: Call): Resource {
  const refund = tx.get(refunds, id);
  if (refund?.account !== account) throw notFound("refund", id);
  return refund;
}
