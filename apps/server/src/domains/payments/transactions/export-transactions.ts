import {
  maxExportedTransactions,
  type Transaction as Shown,
  type TransactionFilters,
  type transactions,
} from "@vetrina/contract/orders/transactions";
import { stringify } from "csv-stringify/sync";
import { audit } from "../../../platform/audit.ts";
import type { Context } from "../../../platform/context.ts";
import { guardFormula } from "../../../platform/csv/formula.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import type { Cursor } from "../../../platform/http/answers/time-cursor.ts";
import {
  countStoreTransactions,
  type PagedTransaction,
  readStoreTransactions,
} from "./store-transactions.ts";
import { presentTransaction } from "./transaction-rows.ts";

/** The number of transactions read at a time. Each can have a note of up to 1,000 characters. */
const pageSize = 100;
/** The number of characters written at a time. */
const chunkSize = 64_000;

const header = [
  ["Transaction", "Order", "Type", "Status", "Begun (UTC)", "Environment", "Provider", "Method"],
  ["Amount", "Currency", "Refunded", "Fee", "Net", "Balance currency", "Payout", "Received on"],
  ["Reference", "Note"],
].flat();

/** Exports the matching payments and refunds, newest first. Throws LIMIT_REACHED above maxExportedTransactions. */
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
  const day = ctx.now().toISOString().slice(0, 10);
  return { name: `${ctx.store.slug}-${day}-transactions.csv`, bytes: chunksOf(ctx, filters) };
};

/** Reads and writes rows while the file is sent, because a file with long notes would use too much memory. */
async function* chunksOf(ctx: Context, filters: TransactionFilters): AsyncGenerator<Uint8Array> {
  let text = stringify([header]);
  for (let cursor: Cursor | null = null, isLast = false; !isLast;) {
    const at: Cursor | null = cursor;
    // Each page has its own database transaction, so that a slow download occupies no connection.
    const page = { cursor: at, limit: pageSize, offset: 0 };
    const rows: PagedTransaction[] = await ctx.tx((tx) => readStoreTransactions(tx, filters, page));
    for (const row of rows) {
      await pace();
      text += stringify([cellsOf(presentTransaction(row))]);
      if (text.length < chunkSize) continue;
      yield Buffer.from(text);
      text = "";
    }
    const last = rows.at(-1);
    isLast = last === undefined || rows.length < pageSize;
    if (last !== undefined) cursor = { at: last.cursor_at, id: last.id };
  }
  yield Buffer.from(text);
}

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
    `A file can have at most ${max} transactions, but more match. Choose a shorter period with startDate and endDate.`,
    { max: maxExportedTransactions },
  );
}
