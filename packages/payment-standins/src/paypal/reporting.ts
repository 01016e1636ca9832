import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import { balanceOf, enterPayout } from "../core/payouts.ts";
import type { Entry, Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { money } from "./amounts.ts";
import { detail, refuse, success } from "./errors.ts";
import { merchantIdOf } from "./present.ts";
import { captures, refunds } from "./tables.ts";
import { timestamp } from "./values.ts";

const maxDays = 31;
/** How long a new transaction is missing from the report: three hours, the maximum at PayPal. */
const lagSeconds = 3 * 3600;
/**
 * Maximum number of transactions that a request may find. If it finds more, it fails, and the caller must request a
 * shorter period.
 */
const maxFound = 10_000;

export const reportingRoutes: readonly Route[] = [
  { method: "GET", pattern: "/v1/reporting/transactions", handle: listTransactions },
  { method: "GET", pattern: "/v1/reporting/balances", handle: listBalances },
];

/**
 * Event codes from PayPal's page "Transaction event codes": checkout payment, refund by the merchant, general reversal,
 * chargeback, reversal of a chargeback, withdrawal.
 */
const eventCodes: Record<Entry["kind"], string> = {
  capture: "T0006",
  refund: "T1107",
  refund_reversal: "T1100",
  dispute: "T1201",
  dispute_reversal: "T1202",
  payout: "T0400",
};

function listTransactions({ tx, account, request, now }: Call): Answer {
  const { query } = request;
  const start = dateOf(query, "start_date");
  const end = dateOf(query, "end_date");
  if (end.getTime() - start.getTime() > maxDays * 24 * 3600 * 1000)
    throw refuse(400, detail("INVALID_PARAMETER_VALUE", { field: "end_date", location: "query" }));
  const refreshed = new Date(now.getTime() - lagSeconds * 1000);
  const id = query.get("transaction_id");
  const size = Math.min(Number(query.get("page_size") ?? 100), 500);
  const page = Number(query.get("page") ?? 1);
  const found = tx
    .entries()
    .filter((entry) => entry.account === account && (id === null || entry.id === id))
    .filter(({ at }) => new Date(at) >= start && new Date(at) <= end && new Date(at) <= refreshed);
  if (found.length > maxFound) throw refuse(400, detail("RESULTSET_TOO_LARGE"));
  const shown = found.slice((page - 1) * size, page * size);
  return success(200, {
    ...(shown.length === 0
      ? {}
      : { transaction_details: shown.map((entry) => detailOf(tx, entry)) }),
    account_number: merchantIdOf(account),
    start_date: timestamp(start),
    end_date: timestamp(end),
    last_refreshed_datetime: timestamp(refreshed),
    page,
    total_items: found.length,
    total_pages: Math.max(1, Math.ceil(found.length / size)),
    links: [{ href: `${request.path}?${query.toString()}`, rel: "self", method: "GET" }],
  });
}

function detailOf(tx: Transaction, entry: Entry): Json {
  const { currency, amountMinor, feeMinor, netMinor } = entry;
  const at = timestamp(new Date(entry.at));
  const reference = referenceOf(tx, entry);
  const sign = netMinor < 0 ? -1 : 1;
  return {
    transaction_info: {
      paypal_account_id: "BUYERTESTXXXX",
      transaction_id: entry.id.replaceAll(/[^a-zA-Z0-9]/g, ""),
      ...(reference === null
        ? {}
        : { paypal_reference_id: reference.id, paypal_reference_id_type: reference.type }),
      transaction_event_code: eventCodes[entry.kind],
      transaction_initiation_date: at,
      transaction_updated_date: at,
      transaction_amount: money(sign * amountMinor, currency),
      ...(feeMinor === 0 ? {} : { fee_amount: money(-feeMinor, currency) }),
      transaction_status: "S",
      ...(entry.reference === null ? {} : { custom_field: entry.reference }),
    },
  };
}

function referenceOf(tx: Transaction, entry: Entry): { id: string; type: string } | null {
  const refund = tx.get(refunds, entry.id);
  if (refund !== undefined) return { id: refund.captureId, type: "TXN" };
  if (entry.kind === "capture") return { id: entry.payment, type: "ODR" };
  const capture = tx.all(captures).find(({ orderId }) => orderId === entry.payment);
  return capture === undefined ? null : { id: capture.id, type: "TXN" };
}

function listBalances({ tx, account, now }: Call): Answer {
  const currencies = new Set(
    tx
      .entries()
      .filter((entry) => entry.account === account)
      .map(({ currency }) => currency),
  );
  return success(200, {
    balances: [...currencies].map((currency) => ({
      currency,
      total_balance: money(balanceOf(tx, account, currency), currency),
      available_balance: money(balanceOf(tx, account, currency), currency),
      withheld_balance: money(0, currency),
    })),
    account_id: merchantIdOf(account),
    as_of_time: timestamp(now),
    last_refresh_time: timestamp(now),
  });
}

function dateOf(query: URLSearchParams, name: string): Date {
  const at = new Date(query.get(name) ?? "");
  if (Number.isNaN(at.getTime()))
    throw refuse(400, detail("MISSING_REQUIRED_PARAMETER", { field: name, location: "query" }));
  return at;
}

/** Withdraws the whole balance. */
export function makePayout(tx: Transaction, account: string, currency: string): Json {
  const amountMinor = balanceOf(tx, account, currency);
  if (amountMinor <= 0) throw wrong(`The account has no ${currency} to pay out.`, 409);
  const id = randomText(17, "upper");
  enterPayout(tx, { account, id, currency, amountMinor });
  return { id, amountMinor, currency };
}
