import type { CreateOrder } from "@vetrina/contract/orders/orders";
import type { Context } from "../../platform/context.ts";
import { countCaller } from "../../platform/http/callers/count-caller.ts";

/** The maximum number of lines in large orders per IP address and hour. */
const maxLines = 1000;
/** Orders with at most this many lines are not counted, because the request rate limit covers them. */
const fewLines = 5;

/**
 * Limits how many lines callers order, because each line writes three rows (one order item, two ledger rows) even if
 * the order is never paid.
 */
export async function countLines(
  ctx: Context,
  { items }: Pick<CreateOrder, "items">,
): Promise<void> {
  if (!ctx.limitsCallers || items.length <= fewLines) return;
  const { app } = ctx.services.database;
  const limit = { max: maxLines, seconds: 3600, weight: items.length };
  await countCaller(app, "order lines", ctx.caller.address, limit);
}
