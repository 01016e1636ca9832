import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { enter, notify, requirePayment } from "./change-payment.ts";
import { refuse, success } from "./errors.ts";
import { listed } from "./lists.ts";
import { ownPayment } from "./payments.ts";
import { presentChargeback } from "./present.ts";
import { chargebacks, payments } from "./tables.ts";
import { timestamp } from "./values.ts";

const base = "/v2/payments/{paymentId}/chargebacks";

export const chargebackRoutes: readonly Route[] = [
  { method: "GET", pattern: base, handle: listChargebacks },
  { method: "GET", pattern: `${base}/{id}`, handle: getChargeback },
  {
    method: "GET",
    pattern: "/v2/chargebacks",
    handle: (call) => listed(call, "chargebacks", call.tx.all(chargebacks), presentChargeback),
  },
];

function listChargebacks(call: Call): Answer {
  const { id } = ownPayment(call, "paymentId");
  const own = call.tx.all(chargebacks).filter(({ paymentId }) => paymentId === id);
  return listed(call, "chargebacks", own, presentChargeback);
}

function getChargeback(call: Call): Answer {
  const { id } = ownPayment(call, "paymentId");
  const chargeback = call.tx.get(chargebacks, call.params["id"] ?? "");
  if (chargeback?.paymentId !== id) throw refuse(404, "No chargeback exists with this token.");
  return success(presentChargeback(chargeback, call.origin));
}

/** Opens a chargeback: the shopper's bank takes the money back. */
export function openChargeback(tx: Transaction, input: Json, origin: string): Json {
  const payment = requirePayment(tx, String(input["payment"]));
  if (payment.status !== "paid") throw wrong(`The payment ${payment.id} isn't paid.`, 409);
  const amountMinor = Number(input["amountMinor"] ?? payment.amountMinor);
  const chargeback = tx.put(chargebacks, {
    id: `chb_${randomText(6, "mixed")}`,
    account: payment.account,
    paymentId: payment.id,
    currency: payment.currency,
    amountMinor,
    reason: typeof input["reason"] === "string" ? input["reason"] : "Fraudulent transaction",
    createdAt: timestamp(tx.now),
    reversedAt: null,
    settlementId: null,
  });
  const charged = tx.put(payments, {
    ...payment,
    chargedBackMinor: payment.chargedBackMinor + amountMinor,
  });
  enter(tx, payment, { kind: "dispute", id: chargeback.id, amountMinor, feeMinor: 0 });
  notify(tx, charged);
  return { id: chargeback.id, dispute: presentChargeback(chargeback, origin) };
}

/**
 * Ends a chargeback. If the merchant wins, it is reversed. If the merchant loses, it stays, and Mollie reports nothing
 * more.
 */
export function closeChargeback(
  tx: Transaction,
  id: string,
  outcome: "won" | "lost",
  origin: string,
): Json {
  const chargeback = tx.get(chargebacks, id);
  if (chargeback === undefined) throw wrong(`There is no chargeback ${id}.`, 404);
  if (chargeback.reversedAt !== null)
    throw wrong(`The chargeback ${id} has already been reversed.`, 409);
  if (outcome === "lost") return { id, dispute: presentChargeback(chargeback, origin) };
  const reversed = tx.put(chargebacks, { ...chargeback, reversedAt: timestamp(tx.now) });
  const payment = requirePayment(tx, chargeback.paymentId);
  const restored = tx.put(payments, {
    ...payment,
    chargedBackMinor: payment.chargedBackMinor - chargeback.amountMinor,
  });
  enter(tx, payment, {
    kind: "dispute_reversal",
    id,
    amountMinor: chargeback.amountMinor,
    feeMinor: 0,
  });
  notify(tx, restored);
  return { id, dispute: presentChargeback(reversed, origin) };
}
