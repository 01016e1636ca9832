import type { Context, Transaction } from "../../platform/context.ts";
import { readCustomer } from "./customer-rows.ts";
import type { Found, Page } from "./queries.ts";

/**
 * Returns one page of a list that belongs to a customer. Throws NOT_FOUND if the customer doesn't exist or was erased.
 */
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
