import { toMajor } from "@vetrina/commerce/money";
import type { orders } from "@vetrina/contract/orders";
import { queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentOrder, statusOf } from "../order-records/present-order.ts";
import { readOrder, readOrderWithItems } from "../order-records/order-rows.ts";
import { findOrder, readOrders } from "./queries.ts";

export const getOrder: Handler<typeof orders.getOrder> = async (ctx, { id }) =>
  presentOrder(await ctx.tx((tx) => readOrder(tx, id)));

export const getOrderWithItems: Handler<typeof orders.getOrderWithItems> = (ctx, { id }) =>
  ctx.tx((tx) => readOrderWithItems(tx, id));

export const listOrders: Handler<typeof orders.listOrders> = async (
  ctx,
  { includeDeleted, page, limit },
) => {
  const { rows, total } = await ctx.tx((tx) =>
    readOrders(tx, { includeDeleted: includeDeleted ?? false, limit, offset: (page - 1) * limit }),
  );
  return { items: rows.map(presentOrder), page, limit, total };
};

/** The shopper's look-up. An unknown number and a wrong email get the same answer for the same amount of work. */
export const getOrderThankYou: Handler<typeof orders.getOrderThankYou> = async (
  ctx,
  { id, emailOrder },
) => {
  const found = await findOrder(queryable(ctx.services.database.app), ctx.store.id, id, emailOrder);
  if (found === undefined)
    throw new ApiFailure(
      "ORDER_NOT_FOUND",
      "Order not found. Please check your order number and email.",
    );
  const createdAt = found.created_at.toISOString();
  return {
    id: found.id,
    orderNumber: found.order_number,
    customer: { email: found.email },
    date: createdAt,
    createdAt,
    status: statusOf(found),
    environment: found.payment_environment,
    currency: found.currency,
    total: toMajor(found.total_minor, found.currency),
  };
};
