import type { transactions } from "@vetrina/contract/orders/transactions";
import type { Handler } from "../../../platform/http/routes.ts";
import { readTransaction } from "./transaction-rows.ts";

export const getTransaction: Handler<typeof transactions.getTransaction> = (ctx, { id }) =>
  ctx.tx((tx) => readTransaction(tx, id));
