import type { stockCounts, StockCountWithLines } from "@vetrina/contract/stock/stock-counts";
import type { Context } from "../../../platform/context.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { readCount } from "./count-rows.ts";

export function getCount(
  ctx: Context,
  { id }: Input<typeof stockCounts.getCount>,
): Promise<StockCountWithLines> {
  return ctx.tx((tx) => readCount(tx, id));
}
