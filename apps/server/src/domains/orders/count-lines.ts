import type { CreateOrder } from "@vetrina/contract/orders";
import type { Context } from "../../platform/context.ts";
import { countCaller } from "../../platform/http/callers/count-caller.ts";

/** Lines of large orders that an address may send in an hour. */
const maxLines = 1000;
/** Orders of so few lines are bounded by the limit of calls. */
const fewLines = 5;

/** Each line is a row of the order and two of the ledger, whether it is ever paid or not. Throws RATE_LIMITED. */
export async function countLines(
  ctx: Context,
  { items }: Pick<CreateOrder, "items">,
): Promise<void> {
  if (!ctx.limitsCallers || items.length <= fewLines) return;
  const { app } = ctx.services.database;
  const limit = { max: maxLines, seconds: 3600, weight: items.length };
  await countCaller(app, "order lines", ctx.caller.address, limit);
}
