import { optionOfKind } from "@vetrina/commerce/products/option-kind";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { idsOf } from "../../platform/database/ids-of.ts";
import { sql } from "../../platform/database/sql.ts";
import type { LockedProduct } from "./change-product.ts";
import type { OptionPlan } from "./option-changes.ts";
import { followColors } from "./picture-colors.ts";

/** Applies planned option changes to a locked product: to its options, its variants and its pictures' colors. */
export async function changeOptions(
  tx: Transaction,
  ctx: Context,
  { id: productId, options: had }: Pick<LockedProduct, "id" | "options">,
  { options, variants, removed, values }: OptionPlan,
): Promise<void> {
  await tx.run(sql`
    update shop.variants v set deleted_at = ${ctx.now()}
    where v.store_id = ${tx.storeId} and v.id = any(${idsOf(removed)}::uuid[])`);
  await tx.run(sql`
    update shop.variants v set name = n.name, options = n.options, position = n.position, updated_at = ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as n (id uuid, name text, options jsonb, position int)
    where v.store_id = ${tx.storeId} and v.id = any(${idsOf(variants)}::uuid[]) and v.id = n.id
      and (v.name, v.options, v.position) is distinct from (n.name, n.options, n.position)`);
  await tx.run(sql`
    update shop.products set options = ${JSON.stringify(options)}
    where store_id = ${tx.storeId} and id = ${productId}`);
  const color = optionOfKind(had, "color")?.name;
  const colors = values.filter(
    ({ option, was, now }) => option === color && now !== null && was !== now,
  );
  await tx.run(sql`
    update shop.images i set color = c.now from jsonb_to_recordset(${JSON.stringify(colors)}::jsonb) as c (was text, now text)
    where i.store_id = ${tx.storeId} and i.product_id = ${productId} and lower(i.color) = lower(c.was)`);
  await followColors(tx, [productId]);
  for (const { id, slug, options: chosen } of removed)
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "variant",
      entityId: id,
      before: { productId, slug, options: chosen },
    });
}
