import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { emit, seconds } from "./emit.ts";
import { notFound, success } from "./errors.ts";
import { listed } from "./lists.ts";
import { disputeFee, enter, record } from "./money.ts";
import { type Resource, balanceTransactions, charges, disputes, intents } from "./tables.ts";

const answerDays = 7;

export const disputeRoutes: readonly Route[] = [
  { method: "GET", pattern: "/v1/disputes", handle: listDisputes },
  { method: "GET", pattern: "/v1/disputes/{id}", handle: getDispute },
];

function listDisputes(call: Call): Answer {
  return listed(call, call.tx.all(disputes), ["charge", "payment_intent"]);
}

function getDispute({ tx, account, params }: Call): Answer {
  const dispute = tx.get(disputes, params["id"] ?? "");
  if (dispute?.account !== account) throw notFound("dispute", params["id"] ?? "");
  return success(dispute.api);
}

/**
 * Opens a dispute of a charge on behalf of the cardholder. Unless it is only an inquiry, the money is taken back
 * immediately.
 */
export function openDispute(tx: Transaction, input: Json, isInquiry = false): Json {
  const payment = String(input["payment"]);
  const intent = tx.get(intents, payment);
  const charge = tx.get(
    charges,
    intent === undefined ? payment : String(intent.api["latest_charge"]),
  );
  if (charge === undefined) throw wrong(`There is no charge ${payment}.`, 404);
  const { account } = charge;
  const currency = String(charge.api["currency"]);
  const amount = Number(input["amountMinor"] ?? charge.api["amount_captured"]);
  const id = `du_${randomText(24, "mixed")}`;
  const taken = isInquiry ? [] : [movement(tx, account, currency, id, -amount, disputeFee)];
  const reason = typeof input["reason"] === "string" ? input["reason"] : "fraudulent";
  const dispute = tx.put(disputes, {
    id,
    account,
    api: {
      id,
      object: "dispute",
      amount,
      balance_transactions: taken,
      charge: charge.id,
      created: seconds(tx.now),
      currency,
      enhanced_eligibility_types: [],
      evidence: noEvidence,
      evidence_details: {
        due_by: seconds(tx.now) + answerDays * 24 * 3600,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: "manual",
      },
      intended_submission_method: null,
      is_charge_refundable: isInquiry,
      livemode: false,
      metadata: {},
      payment_intent: charge.api["payment_intent"],
      payment_method_details: {
        card: {
          brand: "visa",
          case_type: isInquiry ? "inquiry" : "chargeback",
          network: "visa",
          network_reason_code: "10",
        },
        type: "card",
      },
      reason,
      status: isInquiry ? "warning_needs_response" : "needs_response",
    },
  });
  tx.put(charges, { ...charge, api: { ...charge.api, disputed: true } });
  emit(tx, account, "charge.dispute.created", dispute.api);
  if (!isInquiry) {
    enter(tx, charge, {
      kind: "dispute",
      id,
      amountMinor: amount,
      feeMinor: disputeFee,
      netMinor: -amount - disputeFee,
    });
    emit(tx, account, "charge.dispute.funds_withdrawn", dispute.api);
  }
  return { id, dispute: dispute.api };
}

export function closeDispute(tx: Transaction, id: string, outcome: "won" | "lost"): Json {
  const dispute = tx.get(disputes, id);
  const charge = tx.get(charges, String(dispute?.api["charge"]));
  if (dispute === undefined || charge === undefined) throw wrong(`There is no dispute ${id}.`, 404);
  const status = String(dispute.api["status"]);
  if (!status.endsWith("needs_response")) throw wrong(`The dispute ${id} is closed.`, 409);
  const isInquiry = status.startsWith("warning");
  const amount = Number(dispute.api["amount"]);
  const isReturned = outcome === "won" && !isInquiry;
  const before = dispute.api["balance_transactions"] as Json[];
  const returned = isReturned
    ? [...before, movement(tx, dispute.account, String(dispute.api["currency"]), id, amount, 0)]
    : before;
  const api = {
    ...dispute.api,
    status: isInquiry ? "warning_closed" : outcome,
    balance_transactions: returned,
  };
  tx.put(disputes, { ...dispute, api });
  emit(tx, dispute.account, "charge.dispute.closed", api);
  if (isReturned) {
    enter(tx, charge, {
      kind: "dispute_reversal",
      id,
      amountMinor: amount,
      feeMinor: 0,
      netMinor: amount,
    });
    emit(tx, dispute.account, "charge.dispute.funds_reinstated", api);
  }
  return { id, dispute: api };
}

function movement(
  tx: Transaction,
  account: string,
  currency: string,
  source: string,
  amount: number,
  fee: number,
): Json {
  const id = record(tx, account, currency, {
    type: "adjustment",
    amount,
    fee,
    category: amount < 0 ? "dispute" : "dispute_reversal",
    source,
    description: `Chargeback ${amount < 0 ? "withdrawal" : "reversal"} for ${source}`,
  });
  return tx.get(balanceTransactions, id)?.api ?? {};
}

/** Whether a charge can be refunded. It can't while a dispute is open or if one was lost. Inquiries don't matter. */
export function isRefundable(tx: Transaction, charge: Resource): boolean {
  return tx
    .all(disputes)
    .filter(({ api }) => api["charge"] === charge.id)
    .every(({ api }) => api["status"] === "won" || String(api["status"]).startsWith("warning"));
}

const noEvidence = {
  enhanced_evidence: {},
  ...Object.fromEntries(
    [
      "access_activity_log",
      "billing_address",
      "cancellation_policy",
      "cancellation_policy_disclosure",
      "cancellation_rebuttal",
      "customer_communication",
      "customer_email_address",
      "customer_name",
      "customer_purchase_ip",
      "customer_signature",
      "duplicate_charge_documentation",
      "duplicate_charge_explanation",
      "duplicate_charge_id",
      "product_description",
      "receipt",
      "refund_policy",
      "refund_policy_disclosure",
      "refund_refusal_explanation",
      "service_date",
      "service_documentation",
      "shipping_address",
      "shipping_carrier",
      "shipping_date",
      "shipping_documentation",
      "shipping_tracking_number",
      "uncategorized_file",
      "uncategorized_text",
    ].map((name) => [name, null]),
  ),
};
