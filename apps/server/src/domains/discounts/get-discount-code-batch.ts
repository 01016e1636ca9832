import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentBatch, readBatch } from "./code-batch-rows.ts";

export const getDiscountCodeBatch: Handler<typeof discounts.getDiscountCodeBatch> = (ctx, { id }) =>
  ctx.tx(async (tx) => presentBatch(await readBatch(tx, id)));
