import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { Handler } from "../../platform/http/routes.ts";
import { countBatches, presentBatch, readBatches } from "./code-batch-rows.ts";

export const listDiscountCodeBatches: Handler<typeof discounts.listDiscountCodeBatches> = (
  ctx,
  { id, page, limit },
) =>
  ctx.tx(async (tx) => ({
    items: (await readBatches(tx, id, { page, limit })).map(presentBatch),
    page,
    limit,
    total: await countBatches(tx, id),
  }));
