import type { Context } from "../../platform/context.ts";
import { createVisitorShares } from "../../platform/visitor-shares.ts";

/**
 * Limits how much of one kind of work for shoppers runs at once. Work for staff is not limited, nor is work for a page:
 * page renderings have their own limit, and one that waited here would keep others from being rendered.
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
