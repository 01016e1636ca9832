import type { Context } from "../../platform/context.ts";
import type { Turn } from "../../platform/database/connection-shares.ts";

/**
 * Runs `work`, which places an order of these variants, once the owner's stores may place another order. Waiting stores
 * and IP addresses take turns. Throws SERVER_BUSY if too many orders wait, this one waits too long, or its caller
 * disconnects.
 */
export function inOrderTurn<Result>(
  ctx: Context,
  variantIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  return takeTurn(ctx, "placed", variantIds, work, ctx.caller.signal);
}

/**
 * Returns the turn of a transaction in which a buyer changes or cancels an order, because it locks the stock of
 * these variants as new orders do. `ids`: those of the variants or, if they aren't known, of the order. Pass it to
 * ctx.tx(), which enters it once the order's row is free.
 */
export function orderTurn(ctx: Context, ids: readonly string[]): Turn {
  return (work) => takeTurn(ctx, "placed", ids, work);
}

/**
 * Returns the turn of a transaction that records an order's payment or begins its capture (capture-turn.ts). Payments
 * don't wait for new orders, because the provider may have taken the money already.
 */
export function paymentTurn(ctx: Context, orderId: string): Turn {
  return (work) => takeTurn(ctx, "paid", [orderId], work);
}

function takeTurn<Result>(
  { services, store, caller, limitsCallers }: Context,
  kind: "placed" | "paid",
  ids: readonly string[],
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const address = limitsCallers ? caller.address : null;
  const placing = { storeId: store.id, address, ids: [...new Set(ids)] };
  return services.database.orderTurns(`${kind} ${store.owner}`, placing, work, signal);
}
