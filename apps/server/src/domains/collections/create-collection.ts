import type { Collection, collections } from "@vetrina/contract/catalogue/collections";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import {
  chooseCollectionLink,
  requireByHand,
  requirePicture,
  publishCollection,
  writeProductsOf,
} from "./change-collection.ts";
import { holdCurrency } from "../../platform/database/lock-store.ts";
import { presentCollection } from "./present-collection.ts";
import { toStoredRule } from "./rules.ts";

const maxCollections = 2000;

/**
 * Creates a collection. Throws ALREADY_EXISTS if the link is taken, NOT_FOUND for a picture or product that the store
 * does not have, AUTOMATED_COLLECTION for products with a rule, and LIMIT_REACHED.
 */
export async function createCollection(
  ctx: Context,
  { body }: Pick<Input<typeof collections.createCollection>, "body">,
): Promise<Collection> {
  const id = newId();
  const rule = toStoredRule(body.rule, ctx.store.currency);
  const { name, description, isPublished, mediaId = null, products = [] } = body;
  if (products.length > 0) requireByHand({ rule });
  return ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return presentCollection(ctx, tx, stored.id);
    await holdCurrency(tx, ctx);
    const link = await chooseCollectionLink(tx, { id, name, link: body.link });
    const there = await tx.row<{ count: number; last: number | null }>(sql`
      select count(*)::int as count, max(position) as last from shop.collections
      where store_id = ${tx.storeId} and deleted_at is null`);
    if ((there?.count ?? 0) >= maxCollections)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A store can have at most ${maxCollections} collections. Delete one first.`,
      );
    const position = body.position ?? (there?.last ?? -1) + 1;
    await requirePicture(tx, mediaId);
    await tx.run(sql`
      insert into shop.collections (store_id, id, link, name, description, rule, media_id, position, is_published, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${link}, ${name}, ${description}, ${JSON.stringify(rule)}, ${mediaId}, ${position}, ${isPublished},
        ${ctx.now()}, ${ctx.now()})`);
    await writeProductsOf(tx, id, products, products);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "collection",
      entityId: id,
      after: { link, name, rule, mediaId, isPublished, products: products.length },
    });
    await publishCollection(tx, id);
    await keepAnswer(tx, ctx, { id });
    return presentCollection(ctx, tx, id);
  });
}
