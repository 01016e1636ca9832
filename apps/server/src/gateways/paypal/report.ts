import { z } from "zod";
import { difference, reportedDecimal } from "../amounts.ts";
import { readProblem } from "../paypal-answers.ts";
import type { PayPalClient } from "../paypal-client.ts";
import {
  GatewayRefused,
  GatewayUnknown,
  type Movement,
  type MovementKind,
  type ReportRequest,
} from "../provider.ts";
import { withAmounts } from "../report-amounts.ts";

/** PayPal's search covers at most 31 days and returns at most 10,000 transactions. */
const maxWindowMs = 31 * 24 * 60 * 60_000;
const minWindowMs = 60_000;
const pageSize = 500;

const Money = z.object({ currency_code: z.string(), value: z.string() });
const Report = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          paypal_reference_id: z.string().optional(),
          transaction_event_code: z.string(),
          transaction_initiation_date: z.string(),
          transaction_amount: Money,
          fee_amount: Money.optional(),
          transaction_status: z.string(),
          custom_field: z.string().optional(),
        }),
      }),
    )
    .default([]),
  last_refreshed_datetime: z.string().optional(),
  total_pages: z.number().default(1),
});
type Info = z.infer<typeof Report>["transaction_details"][number]["transaction_info"];

/**
 * Reads PayPal's transaction search. Its data is up to three hours old, and it states the time up to which it is
 * complete.
 */
export async function reportOfPayPal(
  send: PayPalClient,
  { from, until, add }: ReportRequest,
): Promise<Date> {
  let reached = until;
  for (let start = from.getTime(); start < until.getTime();) {
    const end = Math.min(start + maxWindowMs, until.getTime());
    const refreshed = await readWindow(send, new Date(start), new Date(end), add);
    if (refreshed !== null && refreshed < reached) reached = refreshed;
    start = end;
  }
  return reached < from ? from : reached;
}

/** Reads a time window. Splits it in half if it has more transactions than PayPal returns. */
async function readWindow(
  send: PayPalClient,
  start: Date,
  end: Date,
  add: ReportRequest["add"],
): Promise<Date | null> {
  let refreshed: Date | null = null;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const report = await readPage(send, start, end, page);
    if (report === "too-large") {
      const middle = new Date((start.getTime() + end.getTime()) / 2);
      const first = await readWindow(send, start, middle, add);
      const second = await readWindow(send, middle, end, add);
      return first !== null && second !== null && first < second ? first : (second ?? first);
    }
    const { last_refreshed_datetime: at, total_pages: total } = report;
    pages = total;
    if (at !== undefined) refreshed = new Date(at);
    const infos = report.transaction_details.map(({ transaction_info: info }) => info);
    await add(infos.flatMap((info) => movementOf(info) ?? []));
  }
  return refreshed;
}

async function readPage(send: PayPalClient, start: Date, end: Date, page: number) {
  const query = new URLSearchParams({
    start_date: start.toISOString(),
    end_date: end.toISOString(),
    fields: "transaction_info",
    page_size: String(pageSize),
    page: String(page),
  });
  const path = `/v1/reporting/transactions?${query.toString()}`;
  const answer = await send({ method: "GET", path });
  if (answer.status === 403)
    throw new GatewayRefused(
      "REPORT_NOT_ALLOWED",
      "PayPal doesn't let these keys read the report. Enable Transaction search for the app in PayPal's developer dashboard.",
      answer.debugId,
    );
  const parsed = answer.status < 300 ? Report.safeParse(answer.body) : null;
  if (parsed?.success === true) return parsed.data;
  const { issues } = readProblem(answer);
  const isLarge = issues.some(({ issue }) => issue.includes("RESULTSET_TOO_LARGE"));
  if (isLarge && end.getTime() - start.getTime() > minWindowMs) return "too-large";
  throw new GatewayUnknown(
    `PayPal returned no report (status ${answer.status}, debug id ${answer.debugId ?? "none"})`,
  );
}

/** The kinds of movement for one event code, depending on whether it credits or debits the balance. */
type Kinds = readonly [credit: MovementKind, debit: MovementKind];
const refund: Kinds = ["refund_reversal", "refund"];
const dispute: Kinds = ["dispute_reversal", "dispute"];

/**
 * From PayPal's "Transaction event codes" (developer.paypal.com/docs/transaction-search/transaction-event-codes). Codes
 * in T00, T01 and T04 are recognized by their group. Reconciliation ignores all other codes, such as currency
 * conversions.
 */
const kinds: Readonly<Record<string, Kinds>> = {
  T1100: ["refund_reversal", "other"], // general reversal
  T1101: ["payout_reversal", "other"], // reversal of a withdrawal
  T1106: dispute, // payment reversal, initiated by PayPal
  T1107: refund, // payment refund, initiated by the merchant
  T1108: ["fee", "fee"], // fee reversal
  T1109: ["fee", "fee"], // fee refund
  T1110: dispute, // hold for dispute investigation
  T1111: dispute, // cancellation of that hold
  T1201: dispute, // chargeback
  T1202: dispute, // chargeback reversal
  T1205: dispute, // reimbursement of chargeback
  T1207: dispute, // chargeback re-presentment rejection
  T1208: dispute, // chargeback cancellation
};

/** Returns null if the transaction has moved no money, or none yet. */
function movementOf(info: Info): Movement | null {
  // D: denied. P: pending. V: since reversed; the reversal is a separate movement.
  if (info.transaction_status !== "S" && info.transaction_status !== "V") return null;
  const { currency_code: currency, value } = info.transaction_amount;
  const reference = info.paypal_reference_id;
  const kind = kindOf(info.transaction_event_code, Number(value) > 0);
  const facts = {
    kind,
    id: info.transaction_id,
    objectId: info.transaction_id,
    paymentIds: [
      ...(kind === "capture" ? [info.transaction_id] : []),
      ...(reference === undefined ? [] : [reference]),
    ],
    reference: info.custom_field ?? null,
    currency,
    balanceCurrency: currency,
    // PayPal pays out from one balance, so a withdrawal doesn't list its payments.
    payoutId: null,
    at: new Date(info.transaction_initiation_date),
  };
  return withAmounts(facts, () => {
    const signed = reportedDecimal(value, currency);
    const amountMinor = Math.abs(signed);
    const { value: deducted, currency_code: feeCurrency } = info.fee_amount ?? {
      value: "0",
      currency_code: currency,
    };
    if (feeCurrency !== currency) return { amountMinor, feeMinor: null, netMinor: null };
    const feeMinor = difference(0, reportedDecimal(deducted, currency));
    return { amountMinor, feeMinor, netMinor: difference(signed, feeMinor) };
  });
}

function kindOf(code: string, isIncome: boolean): MovementKind {
  if (code.startsWith("T00")) return isIncome ? "capture" : "other";
  if (code.startsWith("T01")) return "fee";
  if (code.startsWith("T04")) return isIncome ? "payout_reversal" : "payout";
  const [credit, debit] = kinds[code] ?? ["other", "other"];
  return isIncome ? credit : debit;
}
