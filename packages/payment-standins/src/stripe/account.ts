import { createHash } from "node:crypto";
import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import { balanceOf, enterPayout } from "../core/payouts.ts";
import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { emit, seconds } from "./emit.ts";
import { missing, notFound, success } from "./errors.ts";
import { decodeForm, textOf } from "./form.ts";
import { listed } from "./lists.ts";
import { record, settleCharge } from "./money.ts";
import { type Resource, balanceTransactions, charges, domains, payouts } from "./tables.ts";

export const accountRoutes: readonly Route[] = [
  { method: "GET", pattern: "/v1/account", handle: getAccount },
  { method: "GET", pattern: "/v1/balance", handle: getBalance },
  {
    method: "GET",
    pattern: "/v1/charges",
    handle: (call) => listed(call, call.tx.all(charges), ["payment_intent"]),
  },
  {
    method: "GET",
    pattern: "/v1/charges/{id}",
    handle: (call) => success(owned(call, "charge", call.tx.get(charges, idOf(call)))),
  },
  { method: "GET", pattern: "/v1/balance_transactions", handle: listBalanceTransactions },
  {
    method: "GET",
    pattern: "/v1/balance_transactions/{id}",
    handle: (call) =>
      success(owned(call, "balance_transaction", call.tx.get(balanceTransactions, idOf(call)))),
  },
  {
    method: "GET",
    pattern: "/v1/payouts",
    handle: (call) => listed(call, call.tx.all(payouts), ["status"]),
  },
  {
    method: "GET",
    pattern: "/v1/payouts/{id}",
    handle: (call) => success(owned(call, "payout", call.tx.get(payouts, idOf(call)))),
  },
  { method: "POST", pattern: "/v1/payment_method_domains", handle: createDomain },
  {
    method: "GET",
    pattern: "/v1/payment_method_domains",
    handle: (call) => listed(call, call.tx.all(domains), ["domain_name"]),
  },
];

function idOf({ params }: Call): string {
  return params["id"] ?? "";
}

function owned(call: Call, kind: string, found: Resource | undefined): Json {
  if (found?.account !== call.account) throw notFound(kind, idOf(call));
  return found.api;
}

function getAccount({ account, now }: Call): Answer {
  return success({
    id: `acct_${createHash("sha256").update(account).digest("hex").slice(0, 16)}`,
    object: "account",
    business_type: "company",
    charges_enabled: true,
    country: "IT",
    created: seconds(now),
    default_currency: "eur",
    details_submitted: true,
    email: "merchant@example.com",
    payouts_enabled: true,
    settings: {
      dashboard: { display_name: "Stand-in", timezone: "Etc/UTC" },
      payments: { statement_descriptor: "STAND-IN" },
    },
    type: "standard",
  });
}

function getBalance({ tx, account }: Call): Answer {
  const currencies = new Set(
    tx
      .entries()
      .filter((entry) => entry.account === account)
      .map(({ currency }) => currency),
  );
  const amounts = [...currencies].map((currency) => {
    const amount = balanceOf(tx, account, currency);
    return { amount, currency: currency.toLowerCase(), source_types: { card: amount } };
  });
  return success({ object: "balance", available: amounts, livemode: false, pending: [] });
}

/** Lists balance transactions. First creates those that captured charges don't have yet. */
function listBalanceTransactions(call: Call): Answer {
  for (const charge of call.tx.all(charges))
    if (charge.account === call.account) settleCharge(call.tx, charge.id);
  const payout = decodeForm(call.request.query)["payout"];
  const all = call.tx.all(balanceTransactions);
  const shown = payout === undefined ? all : all.filter((each) => each.payout === payout);
  return listed(call, shown, ["source", "type", "currency"]);
}

function createDomain({ tx, account, body, now }: Call): Answer {
  const domain_name = textOf(body, "domain_name");
  if (domain_name === null) throw missing("domain_name");
  const id = `pmd_${randomText(24, "mixed")}`;
  const active = { status: "active" };
  const api = {
    id,
    object: "payment_method_domain",
    amazon_pay: active,
    apple_pay: active,
    created: seconds(now),
    domain_name,
    enabled: true,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  };
  return success(tx.put(domains, { id, account, api }).api);
}

/** Pays out the whole balance. From then on, the balance transactions that were paid out refer to the payout. */
export function makePayout(tx: Transaction, account: string, currency: string): Json {
  const lower = currency.toLowerCase();
  for (const charge of tx.all(charges)) if (charge.account === account) settleCharge(tx, charge.id);
  const paid = tx
    .all(balanceTransactions)
    .filter(
      (each) => each.account === account && each.payout === null && each.api["currency"] === lower,
    );
  const amount = paid.reduce((sum, { api }) => sum + Number(api["net"]), 0);
  if (amount <= 0) throw wrong(`The account has no ${currency} to pay out.`, 409);
  const id = `po_${randomText(24, "mixed")}`;
  const own = record(tx, account, lower, {
    type: "payout",
    amount: -amount,
    fee: 0,
    category: "payout",
    source: id,
    description: "STRIPE PAYOUT",
  });
  for (const each of [...paid.map((row) => row.id), own]) {
    const row = tx.get(balanceTransactions, each);
    if (row !== undefined)
      tx.put(balanceTransactions, { ...row, payout: id, api: { ...row.api, status: "available" } });
  }
  const api = {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(tx.now),
    automatic: true,
    balance_transaction: own,
    created: seconds(tx.now),
    currency: lower,
    description: "STRIPE PAYOUT",
    destination: "ba_standin",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
  };
  tx.put(payouts, { id, account, api });
  enterPayout(tx, { account, id, currency: currency.toUpperCase(), amountMinor: amount });
  emit(tx, account, "payout.paid", api);
  return { id, amountMinor: amount, currency };
}
