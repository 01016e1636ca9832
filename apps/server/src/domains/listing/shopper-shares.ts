import type { Context } from "../../platform/context.ts";
import { createVisitorShares } from "../../platform/visitor-shares.ts";

/**
 * Limits how much of one kind of work for shoppers runs at once. Work of staff is not limited, nor is that of a page:
 * it has a share of the renderings, which it would keep while it waits for the work that its caller requests directly.
 */
export function createShopperShares() {
  const shares = createVisitorShares();
  return <T>(
    { seesMore, isForPage, store, caller, limitsCallers }: Context,
    work: () => Promise<T>,
  ): Promise<T> => {
    if (seesMore || isForPage) return work();
    const address = limitsCallers ? caller.address : null;
    return shares({ store: store.id, owner: store.owner, address }, work, caller.signal);
  };
}
