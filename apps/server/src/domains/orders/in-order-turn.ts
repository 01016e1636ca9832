import type { Context } from "../../platform/context.ts";

/**
 * Runs `work`, which places an order of these variants, once the owner's stores may place another order. Waiting stores
 * and IP addresses take turns. Throws SERVER_BUSY if too many orders wait, this one waits too long, or its caller
 * disconnects.
 */
export function inOrderTurn<Result>(
  { services, store, caller, limitsCallers }: Context,
  variantIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const address = limitsCallers ? caller.address : null;
  const placing = { storeId: store.id, address, variantIds: [...new Set(variantIds)] };
  return services.database.orderTurns(store.owner, placing, work, caller.signal);
}
