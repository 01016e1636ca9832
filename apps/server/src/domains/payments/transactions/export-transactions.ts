import {
  maxExportedTransactions,
  type Transaction as Shown,
  type transactions,
} from "@vetrina/contract/orders/transactions";
import { stringify } from "csv-stringify/sync";
import { audit } from "../../../platform/audit.ts";
import { guardFormula } from "../../../platform/csv/formula.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { pace } from "../../../platform/pace.ts";
import type { Cursor } from "../../../platform/http/answers/time-cursor.ts";
import {
  countStoreTransactions,
  type PagedTransaction,
  readStoreTransactions,
} from "./store-transactions.ts";
import { presentTransaction } from "./transaction-rows.ts";

/** Transactions read at a time. */
const pageSize = 500;

const header = [
  ["Transaction", "Order", "Type", "Status", "Begun (UTC)", "Environment", "Provider", "Method"],
  ["Amount", "Currency", "Refunded", "Fee", "Net", "Balance currency", "Payout", "Received on"],
  ["Reference", "Note"],
].flat();

/** The payments and refunds that match, newest first. Throws LIMIT_REACHED beyond maxExportedTransactions. */
export const exportTransactions: Handler<typeof transactions.exportTransactions> = async (
  ctx,
  { ...filters },
) => {
  await ctx.tx(async (tx) => {
    const found = await countStoreTransactions(tx, filters, maxExportedTransactions + 1);
    if (found > maxExportedTransactions) throw tooMany();
    if (found > 0)
      await audit(tx, ctx, {
        action: "OTHER",
        entityType: "transaction",
        entityId: null,
        after: { exported: found },
      });
  });
  const parts = [stringify([header])];
  for (let cursor: Cursor | null = null, isLast = false; !isLast;) {
    const at: Cursor | null = cursor;
    // One transaction for each page, so that a large file holds no connection while it is written.
    const page = { cursor: at, limit: pageSize, offset: 0 };
    const rows: PagedTransaction[] = await ctx.tx((tx) => readStoreTransactions(tx, filters, page));
    await pace();
    parts.push(stringify(rows.map((row) => cellsOf(presentTransaction(row)))));
    const last = rows.at(-1);
    isLast = last === undefined || rows.length < pageSize;
    if (last !== undefined) cursor = { at: last.cursor_at, id: last.id };
  }
  const day = ctx.now().toISOString().slice(0, 10);
  return { name: `${ctx.store.slug}-${day}-transactions.csv`, bytes: Buffer.from(parts.join("")) };
};

function cellsOf(shown: Shown): string[] {
  const cells = [shown.id, shown.orderId, shown.type, shown.status, shown.createdAt].concat(
    shown.environment,
    shown.provider ?? "",
    shown.method ?? "",
    String(shown.amount),
    shown.currency,
    String(shown.refunded),
    String(shown.fee ?? ""),
    String(shown.net ?? ""),
    shown.balanceCurrency ?? "",
    shown.payoutId ?? "",
    shown.receivedOn ?? "",
    shown.reference ?? "",
    shown.note ?? "",
  );
  return cells.map(guardFormula);
}

function tooMany(): ApiFailure {
  const max = maxExportedTransactions.toLocaleString("en");
  return new ApiFailure(
    "LIMIT_REACHED",
    `More than ${max} transactions match. A file holds ${max}: choose a shorter period with startDate and endDate.`,
    { max: maxExportedTransactions },
  );
}
