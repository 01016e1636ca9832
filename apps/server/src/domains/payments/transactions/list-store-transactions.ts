import type { transactions } from "@vetrina/contract/orders/transactions";
import type { Handler } from "../../../platform/http/routes.ts";
import { readCursor, writeCursor } from "../../../platform/http/answers/time-cursor.ts";
import { countStoreTransactions, readStoreTransactions } from "./store-transactions.ts";
import { presentTransaction } from "./transaction-rows.ts";

const noLimit = 2_000_000_000;

/**
 * Lists one page of the store's payments and refunds, newest first. `after` continues after the previous page without
 * reading earlier pages again, unlike `page`.
 */
export const listStoreTransactions: Handler<typeof transactions.listStoreTransactions> = async (
  ctx,
  { page, limit, after, ...filters },
) => {
  const cursor = readCursor(after);
  const offset = cursor === null ? (page - 1) * limit : 0;
  const { rows, total } = await ctx.tx(async (tx) => ({
    rows: await readStoreTransactions(tx, filters, { cursor, limit: limit + 1, offset }),
    total: await countStoreTransactions(tx, filters, noLimit),
  }));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(presentTransaction),
    page,
    limit,
    total,
    next: last === undefined ? null : writeCursor({ at: last.cursor_at, id: last.id }),
  };
};
