import type { Collection, collections } from "@vetrina/contract/catalogue/collections";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import {
  lockCollection,
  readProductsOf,
  requireByHand,
  settleCollection,
  writeProductsOf,
} from "./change-collection.ts";
import { presentCollection } from "./present-collection.ts";
import { placeProducts } from "./rules.ts";

/**
 * Adds products to a manual collection. With `position`, also moves those already in it. Throws AUTOMATED_COLLECTION
 * for a collection with a rule.
 */
export async function addCollectionProducts(
  ctx: Context,
  { id, body }: Input<typeof collections.addCollectionProducts>,
): Promise<Collection> {
  return ctx.tx(async (tx) => {
    requireByHand(await lockCollection(ctx, tx, id));
    const before = await readProductsOf(tx, id);
    const after = placeProducts(before, body.products, body.position);
    await writeProductsOf(tx, id, after, body.products);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "collection",
      entityId: id,
      before: { products: before.length },
      after: { products: after.length, put: body.products, position: body.position ?? null },
    });
    await settleCollection(tx, ctx, id);
    return presentCollection(ctx, tx, id);
  });
}
