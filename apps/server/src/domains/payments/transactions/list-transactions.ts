import type { transactions } from "@vetrina/contract/orders/transactions";
import type { Handler } from "../../../platform/http/routes.ts";
import { readOrder } from "../../order-records/order-rows.ts";
import { readTransactions } from "./transaction-rows.ts";

export const listTransactions: Handler<typeof transactions.listTransactions> = async (
  ctx,
  { orderId, page, limit },
) => {
  const { items, total } = await ctx.tx(async (tx) => {
    await readOrder(tx, orderId);
    return readTransactions(tx, orderId, { limit, offset: (page - 1) * limit });
  });
  return { items, page, limit, total };
};
