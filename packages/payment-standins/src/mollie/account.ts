import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import { balanceOf, enterPayout, entriesToPayOut } from "../core/payouts.ts";
import type { Entry, Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { refuse, success } from "./errors.ts";
import { listed } from "./lists.ts";
import { presentChargeback, presentPayment, presentRefund, presentSettlement } from "./present.ts";
import { type Settlement, chargebacks, payments, refunds, settlements } from "./tables.ts";
import { amountOf, documentation, idOf, link, timestamp } from "./values.ts";

export const accountRoutes: readonly Route[] = [
  { method: "GET", pattern: "/v2/profiles/me", handle: getProfile },
  { method: "GET", pattern: "/v2/profiles/{id}", handle: getProfile },
  { method: "GET", pattern: "/v2/methods", handle: listMethods },
  { method: "GET", pattern: "/v2/methods/all", handle: listMethods },
  { method: "GET", pattern: "/v2/methods/{id}", handle: getMethod },
  { method: "GET", pattern: "/v2/balances", handle: listBalances },
  { method: "GET", pattern: "/v2/balances/{id}", handle: getBalance },
  { method: "GET", pattern: "/v2/balances/{id}/transactions", handle: listTransactions },
  {
    method: "GET",
    pattern: "/v2/settlements",
    handle: (call) => listed(call, "settlements", call.tx.all(settlements), presentSettlement),
  },
  {
    method: "GET",
    pattern: "/v2/settlements/{id}",
    handle: (call) => success(presentSettlement(ownSettlement(call), call.origin)),
  },
  { method: "GET", pattern: "/v2/settlements/{id}/payments", handle: listSettled },
  { method: "GET", pattern: "/v2/settlements/{id}/refunds", handle: listSettled },
  { method: "GET", pattern: "/v2/settlements/{id}/chargebacks", handle: listSettled },
];

function getProfile({ account, params, now, origin }: Call): Answer {
  const id = idOf("pfl", account);
  if (params["id"] !== undefined && params["id"] !== id)
    throw refuse(404, "No profile exists with this token.");
  return success({
    resource: "profile",
    id,
    mode: "test",
    name: "Stand-in",
    website: "https://shop.example.com",
    email: "merchant@example.com",
    phone: "+31208202070",
    businessCategory: "CLOTHING",
    status: "verified",
    review: { status: "pending" },
    createdAt: timestamp(now),
    _links: { self: link(`${origin}/v2/profiles/${id}`), documentation },
  });
}

const methods: Record<string, string> = {
  ideal: "iDEAL",
  creditcard: "Card",
  bancontact: "Bancontact",
  banktransfer: "Bank transfer",
  paypal: "PayPal",
};

function presentMethod(id: string, origin: string): Json {
  const image = `${origin}/images/${id}`;
  return {
    resource: "method",
    id,
    description: methods[id],
    minimumAmount: amountOf(1, "EUR"),
    maximumAmount: amountOf(5_000_000, "EUR"),
    image: { size1x: `${image}.png`, size2x: `${image}%402x.png`, svg: `${image}.svg` },
    status: "activated",
    _links: { self: link(`${origin}/v2/methods/${id}`), documentation },
  };
}

function listMethods({ origin, request }: Call): Answer {
  const all = Object.keys(methods).map((id) => presentMethod(id, origin));
  return success({
    count: all.length,
    _embedded: { methods: all },
    _links: { self: link(origin + request.path), documentation },
  });
}

function getMethod({ params: { id = "" }, origin }: Call): Answer {
  if (!Object.hasOwn(methods, id)) throw refuse(404, "No method exists with this token.");
  return success(presentMethod(id, origin));
}

/** The balance in a currency. An account has one balance per currency; the primary one is in euros. */
function presentBalance({ tx, account, now, origin }: Call, currency: string): Json {
  const id = balanceId(account, currency);
  return {
    resource: "balance",
    id,
    mode: "test",
    createdAt: timestamp(now),
    currency,
    description: "Stand-in",
    status: "active",
    transferFrequency: "daily",
    transferThreshold: amountOf(0, currency),
    transferReference: null,
    transferDestination: null,
    availableAmount: amountOf(balanceOf(tx, account, currency), currency),
    pendingAmount: amountOf(0, currency),
    _links: { self: link(`${origin}/v2/balances/${id}`), documentation },
  };
}

function balanceId(account: string, currency: string): string {
  return idOf("bal", currency === "EUR" ? account : `${account} ${currency}`);
}

function currenciesOf({ tx, account }: Call): string[] {
  return [
    ...new Set([
      "EUR",
      ...tx
        .entries()
        .filter((entry) => entry.account === account)
        .map(({ currency }) => currency),
    ]),
  ];
}

function listBalances(call: Call): Answer {
  const rows = currenciesOf(call).map((currency) => ({
    id: balanceId(call.account, currency),
    account: call.account,
    currency,
  }));
  return listed(call, "balances", rows.toReversed(), ({ currency }) =>
    presentBalance(call, currency),
  );
}

function currencyOfBalance(call: Call): string {
  const id = call.params["id"] ?? "";
  const found =
    id === "primary"
      ? "EUR"
      : currenciesOf(call).find((currency) => balanceId(call.account, currency) === id);
  if (found === undefined) throw refuse(404, "No balance exists with this token.");
  return found;
}

function getBalance(call: Call): Answer {
  return success(presentBalance(call, currencyOfBalance(call)));
}

const transactionTypes: Record<Entry["kind"], string> = {
  capture: "payment",
  refund: "refund",
  refund_reversal: "returned-refund",
  dispute: "chargeback",
  dispute_reversal: "chargeback-reversal",
  payout: "outgoing-transfer",
};

/** Lists the balance's movements with their fees, for the shop's reconciliation. */
function listTransactions(call: Call): Answer {
  const currency = currencyOfBalance(call);
  const rows = call.tx
    .entries()
    .filter((entry) => entry.account === call.account && entry.currency === currency)
    .map((entry) => ({ id: `baltr_${entry.seq}`, account: entry.account, entry }));
  return listed(call, "balance_transactions", rows, ({ id, entry }) => {
    const gross = entry.netMinor + entry.feeMinor;
    const type = transactionTypes[entry.kind];
    return {
      resource: "balance_transaction",
      id,
      type,
      resultAmount: amountOf(entry.netMinor, currency),
      initialAmount: amountOf(gross, currency),
      deductions: entry.feeMinor === 0 ? null : amountOf(-entry.feeMinor, currency),
      deductionDetails: { fees: entry.feeMinor === 0 ? null : amountOf(-entry.feeMinor, currency) },
      context: { [type]: contextOf(entry) },
      createdAt: timestamp(new Date(entry.at)),
    };
  });
}

function contextOf({ kind, id, payment }: Entry): Json {
  if (kind === "payout") return { settlementId: id, transferId: `trf_${id}` };
  if (kind === "capture") return { paymentId: payment };
  return kind.startsWith("refund")
    ? { paymentId: payment, refundId: id }
    : { paymentId: payment, chargebackId: id };
}

function ownSettlement({ tx, account, params: { id = "" } }: Call): Settlement {
  const settlement = tx.get(settlements, id);
  if (settlement?.account !== account) throw refuse(404, "No settlement exists with this token.");
  return settlement;
}

/** Lists the part of a settlement that the last segment of the path names: payments, refunds or chargebacks. */
function listSettled(call: Call): Answer {
  const { tx, request } = call;
  const { id } = ownSettlement(call);
  const all = tx.entries();
  const end = all.findIndex((entry) => entry.kind === "payout" && entry.id === id);
  const own = all.slice(0, end).filter((entry) => entry.account === call.account);
  const start = own.findLastIndex(({ kind }) => kind === "payout") + 1;
  const ids = new Set(own.slice(start).map((entry) => entry.id));
  const name = request.path.split("/").at(-1) ?? "";
  if (name === "payments")
    return listed(
      call,
      name,
      tx.all(payments).filter((each) => ids.has(each.id)),
      presentPayment,
    );
  if (name === "refunds")
    return listed(
      call,
      name,
      tx.all(refunds).filter((each) => ids.has(each.id)),
      presentRefund,
    );
  return listed(
    call,
    name,
    tx.all(chargebacks).filter((each) => ids.has(each.id)),
    presentChargeback,
  );
}

/**
 * Pays out the whole balance as a settlement. From then on, its payments, refunds and chargebacks refer to the
 * settlement.
 */
export function makePayout(tx: Transaction, account: string, currency: string): Json {
  const amountMinor = balanceOf(tx, account, currency);
  if (amountMinor <= 0) throw wrong(`The account has no ${currency} to pay out.`, 409);
  const id = `stl_${randomText(10, "mixed")}`;
  for (const entry of entriesToPayOut(tx, account, currency)) {
    const payment = entry.kind === "capture" ? tx.get(payments, entry.payment) : undefined;
    if (payment !== undefined) tx.put(payments, { ...payment, settlementId: id });
    const refund = tx.get(refunds, entry.id);
    if (refund !== undefined) tx.put(refunds, { ...refund, settlementId: id });
    const chargeback = tx.get(chargebacks, entry.id);
    if (chargeback !== undefined) tx.put(chargebacks, { ...chargeback, settlementId: id });
  }
  const createdAt = timestamp(tx.now);
  tx.put(settlements, { id, account, currency, amountMinor, createdAt, reference: `ref.${id}` });
  enterPayout(tx, { account, id, currency, amountMinor });
  return { id, amountMinor, currency };
}
