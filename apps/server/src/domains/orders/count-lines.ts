import type { CreateOrder } from "@vetrina/contract/orders/orders";
import type { Context } from "../../platform/context.ts";
import { countCaller } from "../../platform/http/callers/count-caller.ts";

/** Lines of large orders that one address may send per hour. */
const maxLines = 1000;
/** Orders with this many lines or fewer are covered by the request rate limit. */
const fewLines = 5;

/** Each line writes one order row and two ledger rows, whether or not the order is ever paid. Throws RATE_LIMITED. */
export async function countLines(
  ctx: Context,
  { items }: Pick<CreateOrder, "items">,
): Promise<void> {
  if (!ctx.limitsCallers || items.length <= fewLines) return;
  const { app } = ctx.services.database;
  const limit = { max: maxLines, seconds: 3600, weight: items.length };
  await countCaller(app, "order lines", ctx.caller.address, limit);
}
