import type { Context, Transaction } from "../../platform/context.ts";
import { readCustomer } from "./customer-rows.ts";
import type { Found, Page } from "./queries.ts";

/** Throws NOT_FOUND for an erased customer. */
export async function listOfCustomer<Row, Item>(
  ctx: Context,
  customerId: string,
  { page, limit }: { page: number; limit: number },
  read: (tx: Transaction, part: Page) => Promise<Found<Row>>,
  present: (row: Row) => Item,
): Promise<{ items: Item[]; page: number; limit: number; total: number }> {
  const { rows, total } = await ctx.tx(async (tx) => {
    await readCustomer(tx, customerId);
    return read(tx, { limit, offset: (page - 1) * limit });
  });
  return { items: rows.map(present), page, limit, total };
}
