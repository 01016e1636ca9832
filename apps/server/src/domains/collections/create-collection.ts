import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/outbox.ts";
import { CollectionRule } from "./collection-rule.ts";

export type NewCollection = {
  link: string;
  name: string;
  description: string;
  /** {}: by hand, the products of productIds in their order. */
  rule: CollectionRule;
  productIds?: readonly string[];
  position: number;
};

/** A published collection. Throws ALREADY_EXISTS for a taken link, NOT_FOUND for a product that is not the store's. */
export async function createCollection(ctx: Context, input: NewCollection): Promise<string> {
  const id = newId();
  const rule = CollectionRule.parse(input.rule);
  const productIds = [...new Set(input.productIds)];
  await ctx.tx(async (tx) => {
    const made = await tx.run(sql`
      insert into shop.collections (store_id, id, link, name, description, rule, position, created_at)
      values (${tx.storeId}, ${id}, ${input.link}, ${input.name}, ${input.description}, ${JSON.stringify(rule)},
        ${input.position}, ${ctx.now()})
      on conflict (store_id, link) where deleted_at is null do nothing`);
    if (made === 0)
      throw new ApiFailure("ALREADY_EXISTS", "Another collection has this link. Choose another.", {
        field: "link",
      });
    const added = await tx.run(sql`
      insert into shop.collection_products (store_id, collection_id, product_id, position)
      select ${tx.storeId}, ${id}, p.id, t.at from unnest(${productIds}::uuid[]) with ordinality t (id, at)
      join shop.products p on p.store_id = ${tx.storeId} and p.id = t.id and p.deleted_at is null`);
    if (added !== productIds.length) throw notFound("product");
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "collection",
      entityId: id,
      after: { link: input.link, name: input.name, rule, products: productIds.length },
    });
    await enqueue(tx, "catalogue.changed", { tags: [`collection:${id}`, "lists"] });
  });
  return id;
}
