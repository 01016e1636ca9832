import type { customers } from "@vetrina/contract/customers";
import type { Context } from "../../platform/context.ts";
import type { Handler } from "../../platform/http/routes.ts";
import type { Transaction } from "../../platform/context.ts";
import { presentOrder } from "../order-records/present-order.ts";
import { presentAddress } from "./address-rows.ts";
import { readCustomer } from "./customer-rows.ts";
import { type Found, type Page, readAddressesOf, readOrdersOf, readReviewsOf } from "./queries.ts";

export const listCustomerOrders: Handler<typeof customers.listCustomerOrders> = (
  ctx,
  { id, page, limit },
) => listOf(ctx, id, { page, limit }, (tx, part) => readOrdersOf(tx, id, part), presentOrder);

export const listCustomerReviews: Handler<typeof customers.listCustomerReviews> = (
  ctx,
  { id, page, limit },
) =>
  listOf(
    ctx,
    id,
    { page, limit },
    (tx, part) => readReviewsOf(ctx.services, tx, id, part),
    (review) => review,
  );

export const listAddresses: Handler<typeof customers.listAddresses> = (
  ctx,
  { id, page, limit, type },
) =>
  listOf(
    ctx,
    id,
    { page, limit },
    (tx, part) => readAddressesOf(tx, id, type, part),
    presentAddress,
  );

/** Throws NOT_FOUND for an erased customer. */
async function listOf<Row, Item>(
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
