import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentDiscount, readDiscount } from "./discount-rows.ts";

export const getDiscount: Handler<typeof discounts.getDiscount> = (ctx, { id }) =>
  ctx.tx(async (tx) => presentDiscount(await readDiscount(tx, id), ctx.store.currency));
