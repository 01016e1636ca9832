import type { Upsell, upsells } from "@vetrina/contract/catalogue/upsells";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Input } from "../../platform/http/routes.ts";
import {
  lockUpsell,
  pairExists,
  presentUpsell,
  requireTarget,
  publishPairs,
  type UpsellRow,
} from "./upsell-rows.ts";

/**
 * Changes the given fields of an upsell. Throws ALREADY_EXISTS if the product already has another upsell with the
 * resulting target and type.
 */
export async function updateUpsell(
  ctx: Context,
  { id, body }: Input<typeof upsells.updateUpsell>,
): Promise<Upsell> {
  return ctx.tx(async (tx) => {
    const present = await lockUpsell(tx, id);
    await requireFresh(tx, ctx, "upsell", present.version, () => presentUpsell(ctx, tx, present));
    const next: UpsellRow = {
      ...present,
      targetId: body.targetId ?? present.targetId,
      type: body.type ?? present.type,
      position: body.position ?? present.position,
      version: present.version + 1,
    };
    await requireTarget(tx, next);
    const twin = await tx.row(sql`
      select from shop.upsells where store_id = ${tx.storeId} and product_id = ${next.productId} and type = ${next.type}
        and target_id = ${next.targetId} and id <> ${id}`);
    if (twin !== undefined) throw pairExists();
    await tx.run(sql`
      update shop.upsells set target_id = ${next.targetId}, type = ${next.type}, position = ${next.position},
        version = ${next.version}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "upsell",
      entityId: id,
      before: facts(present),
      after: facts(next),
    });
    await publishPairs(tx, next.productId);
    return presentUpsell(ctx, tx, next);
  });
}

function facts({ productId, targetId, type, position }: UpsellRow) {
  return { productId, targetId, type, position };
}
