import type { Upsell, upsells } from "@vetrina/contract/catalogue/upsells";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { lockProduct } from "../products/change-product.ts";
import { pairExists, presentUpsell, requireTarget, publishPairs } from "./upsell-rows.ts";

const maxPairs = 100;

/**
 * Makes another product of the store an upsell of a product. Throws ALREADY_EXISTS if it is one of this type already,
 * and LIMIT_REACHED.
 */
export async function createUpsell(
  ctx: Context,
  { body }: Input<typeof upsells.createUpsell>,
): Promise<Upsell> {
  const { productId, targetId, type } = body;
  const id = newId();
  return ctx.tx(async (tx) => {
    await lockProduct(tx, productId);
    await requireTarget(tx, { productId, targetId });
    const there = await tx.row<{ count: number; last: number | null }>(sql`
      select count(*)::int as count, max(position) as last from shop.upsells
      where store_id = ${tx.storeId} and product_id = ${productId}`);
    if ((there?.count ?? 0) >= maxPairs)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A product can have at most ${maxPairs} upsells. Remove one first.`,
      );
    const position = body.position ?? (there?.last ?? -1) + 1;
    const made = await tx.run(sql`
      insert into shop.upsells (store_id, id, product_id, target_id, type, position)
      values (${tx.storeId}, ${id}, ${productId}, ${targetId}, ${type}, ${position})
      on conflict (store_id, product_id, type, target_id) do nothing`);
    if (made === 0) throw pairExists();
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "upsell",
      entityId: id,
      after: { productId, targetId, type, position },
    });
    await publishPairs(tx, productId);
    return presentUpsell(ctx, tx, { id, productId, targetId, type, position, version: 1 });
  });
}
