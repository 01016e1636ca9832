import type { Context } from "../../platform/context.ts";

/**
 * Places an order of these variants when it is its turn. Stores of an owner and addresses take turns. Throws SERVER_BUSY
 * if too many wait, the order waits too long, or its caller has left.
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
