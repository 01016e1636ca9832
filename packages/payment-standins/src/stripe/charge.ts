import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import { doLater } from "../core/tasks.ts";
import type { Json } from "../core/types.ts";
import { openDispute } from "./disputes.ts";
import { emit, seconds } from "./emit.ts";
import { chargeFee, enter, settleCharge } from "./money.ts";
import { type Intent, type Method, type Resource, charges, intents } from "./tables.ts";
import { behaviorOf } from "./test-cards.ts";

/** Seconds until a charge with asynchronous capture gets its balance transaction. */
const settlesAfter = 1;

/** Charges an intent's card. The intent then succeeds, waits for its capture, or needs another payment method. */
export function chargeIntent(
  tx: Transaction,
  intent: Intent,
  method: Method,
  isAuthenticated: boolean,
): Intent {
  const { decline } = behaviorOf(method.number);
  const isManual = intent.api["capture_method"] === "manual";
  const charge = putCharge(tx, intent, method, isAuthenticated, decline === undefined && !isManual);
  if (decline !== undefined) {
    emit(tx, intent.account, "charge.failed", charge.api);
    const failed = putIntent(tx, intent, {
      status: "requires_payment_method",
      latest_charge: charge.id,
      payment_method: null,
      next_action: null,
      last_payment_error: {
        type: "card_error",
        charge: charge.id,
        ...decline,
        payment_method: method.api,
      },
    });
    emit(tx, intent.account, "payment_intent.payment_failed", failed.api);
    return failed;
  }
  const shared = {
    latest_charge: charge.id,
    payment_method: method.id,
    next_action: null,
    last_payment_error: null,
  };
  if (isManual) {
    const held = putIntent(tx, intent, {
      ...shared,
      status: "requires_capture",
      amount_capturable: intent.api["amount"],
    });
    emit(tx, intent.account, "charge.succeeded", charge.api);
    emit(tx, intent.account, "payment_intent.amount_capturable_updated", held.api);
    return held;
  }
  return succeed(tx, putIntent(tx, intent, shared), charge, method);
}

/** Records the money of a captured charge, and marks its intent as succeeded. */
function succeed(tx: Transaction, intent: Intent, charge: Resource, method: Method): Intent {
  const amountMinor = Number(charge.api["amount_captured"]);
  const feeMinor = chargeFee(amountMinor);
  enter(tx, charge, {
    kind: "capture",
    id: charge.id,
    amountMinor,
    feeMinor,
    netMinor: amountMinor - feeMinor,
  });
  if (intent.api["capture_method"] === "automatic_async")
    doLater(tx, settlesAfter, "settle-charge", charge.id);
  else settleCharge(tx, charge.id, seconds(tx.now));
  const paid = putIntent(tx, intent, {
    status: "succeeded",
    amount_received: amountMinor,
    amount_capturable: 0,
  });
  emit(tx, intent.account, "charge.succeeded", tx.get(charges, charge.id)?.api ?? charge.api);
  emit(tx, intent.account, "payment_intent.succeeded", paid.api);
  const { dispute } = behaviorOf(method.number);
  if (dispute !== undefined)
    openDispute(tx, { payment: charge.id, reason: dispute.reason }, dispute.isInquiry);
  return paid;
}

/** Captures a held charge in full or in part. The rest is released. */
export function captureIntent(
  tx: Transaction,
  intent: Intent,
  charge: Resource,
  method: Method,
  amount: number,
): Intent {
  const captured = tx.put(charges, {
    ...charge,
    api: { ...charge.api, captured: true, paid: true, amount_captured: amount },
  });
  emit(tx, intent.account, "charge.captured", captured.api);
  return succeed(tx, intent, captured, method);
}

export function putIntent(tx: Transaction, intent: Intent, change: Json): Intent {
  return tx.put(intents, { ...intent, api: { ...intent.api, ...change } });
}

function putCharge(
  tx: Transaction,
  intent: Intent,
  method: Method,
  isAuthenticated: boolean,
  isCaptured: boolean,
): Resource {
  const { api, account } = intent;
  const { decline } = behaviorOf(method.number);
  const id = `ch_${randomText(24, "mixed")}`;
  const card = method.api["card"] as Json;
  const amount = Number(api["amount"]);
  return tx.put(charges, {
    id,
    account,
    api: {
      id,
      object: "charge",
      amount,
      amount_captured: isCaptured ? amount : 0,
      amount_refunded: 0,
      application: null,
      application_fee: null,
      application_fee_amount: null,
      balance_transaction: null,
      billing_details: method.api["billing_details"],
      calculated_statement_descriptor: "STAND-IN",
      captured: isCaptured,
      created: seconds(tx.now),
      currency: api["currency"],
      customer: null,
      description: api["description"],
      disputed: false,
      failure_balance_transaction: null,
      failure_code: decline?.code ?? null,
      failure_message: decline?.message ?? null,
      fraud_details: {},
      livemode: false,
      metadata: api["metadata"],
      on_behalf_of: null,
      outcome: outcomeOf(decline),
      paid: decline === undefined,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: { type: "card", card: cardDetails(card, amount, isAuthenticated) },
      receipt_email: api["receipt_email"],
      receipt_number: null,
      receipt_url: null,
      refunded: false,
      review: null,
      shipping: api["shipping"],
      source: null,
      source_transfer: null,
      statement_descriptor: null,
      statement_descriptor_suffix: api["statement_descriptor_suffix"],
      status: decline === undefined ? "succeeded" : "failed",
      transfer_data: null,
      transfer_group: null,
    },
  });
}

function outcomeOf(decline: { code: string; decline_code?: string } | undefined): Json {
  const isPaid = decline === undefined;
  return {
    advice_code: isPaid ? null : "try_again_later",
    network_advice_code: null,
    network_decline_code: isPaid ? null : "05",
    network_status: isPaid ? "approved_by_network" : "declined_by_network",
    reason: decline?.decline_code ?? decline?.code ?? null,
    risk_level: "normal",
    risk_score: 30,
    seller_message: isPaid
      ? "Payment complete."
      : "The bank did not return any further details with this decline.",
    type: isPaid ? "authorized" : "issuer_declined",
  };
}

function cardDetails(card: Json, amount: number, isAuthenticated: boolean): Json {
  return {
    amount_authorized: amount,
    authorization_code: "123456",
    brand: card["brand"],
    checks: card["checks"],
    country: card["country"],
    electronic_commerce_indicator: isAuthenticated ? "05" : null,
    exp_month: card["exp_month"],
    exp_year: card["exp_year"],
    fingerprint: card["fingerprint"],
    funding: card["funding"],
    installments: null,
    last4: card["last4"],
    mandate: null,
    network: card["brand"],
    network_token: { used: false },
    network_transaction_id: "104102978678771",
    regulated_status: "unregulated",
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          exemption_indicator: null,
          result: "authenticated",
          result_reason: null,
          transaction_id: "d8a2b7e0-0000-4000-8000-000000000001",
          version: "2.2.0",
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}
