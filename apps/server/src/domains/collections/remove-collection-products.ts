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

/** Removes products from a manual collection. Throws AUTOMATED_COLLECTION for a collection with a rule. */
export async function removeCollectionProducts(
  ctx: Context,
  { id, body }: Input<typeof collections.removeCollectionProducts>,
): Promise<Collection> {
  return ctx.tx(async (tx) => {
    requireByHand(await lockCollection(ctx, tx, id));
    const before = await readProductsOf(tx, id);
    const out = new Set(body.products);
    const after = before.filter((product) => !out.has(product));
    if (after.length === before.length) return presentCollection(ctx, tx, id);
    await writeProductsOf(tx, id, after, []);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "collection",
      entityId: id,
      before: { products: before.length },
      after: { products: after.length, taken: before.filter((product) => out.has(product)) },
    });
    await settleCollection(tx, ctx, id);
    return presentCollection(ctx, tx, id);
  });
}
