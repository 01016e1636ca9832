import type { UpsellType } from "@vetrina/contract/enumerations";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/outbox.ts";
import { alreadyExists, lockProduct } from "./change-product.ts";

export type NewUpsell = {
  productId: string;
  targetId: string;
  type: UpsellType;
  position: number;
};

/** Pairs a product with another of the store. Throws ALREADY_EXISTS for a pair that is there. */
export async function createUpsell(ctx: Context, input: NewUpsell): Promise<string> {
  const id = newId();
  await ctx.tx(async (tx) => {
    await lockProduct(tx, input.productId);
    const target = await tx.row(sql`
      select from shop.products where store_id = ${tx.storeId} and id = ${input.targetId} and deleted_at is null`);
    if (target === undefined || input.targetId === input.productId) throw notFound("product");
    const made = await tx.run(sql`
      insert into shop.upsells (store_id, id, product_id, target_id, type, position)
      values (${tx.storeId}, ${id}, ${input.productId}, ${input.targetId}, ${input.type}, ${input.position})
      on conflict (store_id, product_id, type, target_id) do nothing`);
    if (made === 0) throw alreadyExists("targetId", "pair");
    await audit(tx, ctx, { action: "CREATE", entityType: "upsell", entityId: id, after: input });
    await enqueue(tx, "catalogue.changed", { tags: [`product:${input.productId}`] });
  });
  return id;
}
