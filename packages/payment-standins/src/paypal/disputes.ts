import { wrong } from "../core/control.ts";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { money } from "./amounts.ts";
import { emit } from "./emit.ts";
import { detail, refuse, success } from "./errors.ts";
import { merchantIdOf } from "./present.ts";
import { type Capture, type Dispute, captures, disputes, orders } from "./tables.ts";
import { textOrNull, timestamp } from "./values.ts";

/** How many days a seller has to respond. */
const answerDays = 10;

export const disputeRoutes: readonly Route[] = [
  { method: "GET", pattern: "/v1/customer/disputes", handle: listDisputes },
  { method: "GET", pattern: "/v1/customer/disputes/{id}", handle: getDispute },
];

function listDisputes({ tx, account, request, origin }: Call): Answer {
  const { query } = request;
  const transaction = query.get("disputed_transaction_id");
  const since = query.get("start_time") ?? query.get("update_time_after");
  const state = query.get("dispute_state");
  const size = Math.min(Number(query.get("page_size") ?? 10), 50);
  const skipped = Number(query.get("next_page_token") ?? 0);
  const found = tx
    .all(disputes)
    .filter((dispute) => dispute.account === account)
    .filter(({ captureId }) => transaction === null || captureId === transaction)
    .filter(({ updateTime }) => since === null || new Date(updateTime) >= new Date(since))
    .filter((dispute) => state === null || state.split(",").includes(stateOf(dispute)))
    .toReversed();
  const page = found.slice(skipped, skipped + size);
  const self = `${origin}/v1/customer/disputes`;
  const links = [{ href: self, rel: "self", method: "GET" }];
  if (skipped + size < found.length)
    links.push({
      href: `${self}?page_size=${size}&next_page_token=${skipped + size}`,
      rel: "next",
      method: "GET",
    });
  return success(200, {
    ...(page.length === 0 ? {} : { items: page.map((dispute) => summaryOf(dispute, origin)) }),
    links,
  });
}

function getDispute({ tx, account, params, origin }: Call): Answer {
  const dispute = tx.get(disputes, params["id"] ?? "");
  if (dispute?.account !== account) throw refuse(404, detail("INVALID_RESOURCE_ID"));
  return success(200, presentDispute(tx, dispute, origin));
}

function stateOf({ status }: Dispute): string {
  return status === "RESOLVED" ? "RESOLVED" : "REQUIRED_ACTION";
}

function summaryOf(dispute: Dispute, origin: string): Json {
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: stateOf(dispute),
    dispute_amount: money(dispute.amountMinor, dispute.currency),
    dispute_life_cycle_stage: "INQUIRY",
    dispute_channel: "INTERNAL",
    ...(dispute.status === "RESOLVED" ? {} : { seller_response_due_date: dispute.dueDate }),
    links: [{ href: `${origin}/v1/customer/disputes/${dispute.id}`, rel: "self", method: "GET" }],
  };
}

function presentDispute(tx: Transaction, dispute: Dispute, origin: string): Json {
  const capture = tx.get(captures, dispute.captureId);
  const { dispute_state: _, ...summary } = summaryOf(dispute, origin);
  const movement = (type: string) => ({
    affected_party: "SELLER",
    amount: money(dispute.amountMinor, dispute.currency),
    initiated_time: dispute.createTime,
    type,
  });
  const isWon = dispute.outcome === "RESOLVED_SELLER_FAVOUR";
  return {
    ...summary,
    disputed_transactions: [
      {
        seller_transaction_id: dispute.captureId,
        create_time: capture?.createTime ?? dispute.createTime,
        transaction_status: "COMPLETED",
        gross_amount: money(capture?.amountMinor ?? dispute.amountMinor, dispute.currency),
        ...(capture?.customId ? { custom: capture.customId } : {}),
        buyer: { name: "Test Buyer" },
        seller: { merchant_id: merchantIdOf(dispute.account), name: "Test Store" },
      },
    ],
    money_movements: isWon ? [movement("DEBIT"), movement("CREDIT")] : [movement("DEBIT")],
    ...(dispute.outcome === null
      ? {}
      : {
          dispute_outcome: {
            outcome_code: dispute.outcome,
            ...(isWon ? {} : { amount_refunded: money(dispute.amountMinor, dispute.currency) }),
          },
        }),
  };
}

/** Opens a dispute of a capture on behalf of the buyer. The money is held back immediately. */
export function openDispute(tx: Transaction, input: Json, origin: string): Json {
  const payment = String(input["payment"]);
  const captureId = tx.get(orders, payment)?.captureId ?? payment;
  const capture = tx.get(captures, captureId);
  if (capture === undefined) throw wrong(`There is no capture ${payment}.`, 404);
  const at = timestamp(tx.now);
  const dueDate = timestamp(new Date(tx.now.getTime() + answerDays * 24 * 3600 * 1000));
  const dispute = tx.put(disputes, {
    id: `PP-D-${randomText(8, "upper")}`,
    account: capture.account,
    captureId: capture.id,
    orderId: capture.orderId,
    reason: textOrNull(input["reason"]) ?? "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    status: "WAITING_FOR_SELLER_RESPONSE",
    outcome: null,
    currency: capture.currency,
    amountMinor: Number(input["amountMinor"] ?? capture.amountMinor),
    createTime: at,
    updateTime: at,
    dueDate,
  });
  enterDispute(tx, dispute, capture, "dispute");
  const shown = presentDispute(tx, dispute, origin);
  emit(tx, dispute.account, "CUSTOMER.DISPUTE.CREATED", shown, origin);
  return { id: dispute.id, dispute: shown };
}

export function closeDispute(
  tx: Transaction,
  id: string,
  outcome: "won" | "lost",
  origin: string,
): Json {
  const dispute = tx.get(disputes, id);
  const capture = dispute === undefined ? undefined : tx.get(captures, dispute.captureId);
  if (dispute === undefined || capture === undefined)
    throw wrong(`There is no dispute ${id}.`, 404);
  if (dispute.status === "RESOLVED") throw wrong(`The dispute ${id} is closed.`, 409);
  const closed = tx.put(disputes, {
    ...dispute,
    status: "RESOLVED",
    outcome: outcome === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR",
    updateTime: timestamp(tx.now),
  });
  if (outcome === "won") enterDispute(tx, closed, capture, "dispute_reversal");
  const shown = presentDispute(tx, closed, origin);
  emit(tx, closed.account, "CUSTOMER.DISPUTE.RESOLVED", shown, origin);
  return { id, dispute: shown };
}

function enterDispute(
  tx: Transaction,
  dispute: Dispute,
  capture: Capture,
  kind: "dispute" | "dispute_reversal",
): void {
  tx.enter({
    kind,
    account: dispute.account,
    id: dispute.id,
    payment: dispute.orderId,
    currency: dispute.currency,
    amountMinor: dispute.amountMinor,
    feeMinor: 0,
    netMinor: kind === "dispute" ? -dispute.amountMinor : dispute.amountMinor,
    reference: capture.customId ?? capture.invoiceId,
  });
}
