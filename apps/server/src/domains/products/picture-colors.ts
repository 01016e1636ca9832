import { type OptionLike, optionOfKind } from "@vetrina/commerce/products/option-kind";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Returns the picture's color as the product's option spells it, or null for a picture of all colors. If the product
 * has no such color, returns an error that lists the valid ones.
 */
export function pictureColor(
  options: readonly OptionLike[],
  color: string | null | undefined,
): string | null | { error: string } {
  if (!color) return null;
  const colors = optionOfKind(options, "color")?.values.map(({ value }) => value) ?? [];
  const spelled = colors.find((one) => one.toLowerCase() === color.toLowerCase());
  if (spelled !== undefined) return spelled;
  return {
    error:
      colors.length === 0
        ? "The product has no colors. Leave out the picture's color."
        : `The product has no such color. Use one of ${colors.join(", ")}.`,
  };
}

/**
 * Called after options or variants of locked products were removed: pictures of a removed color become pictures of
 * every color.
 */
export async function followColors(tx: Transaction, productIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update shop.images i set color = null from shop.products p
    where i.store_id = ${tx.storeId} and i.product_id = any(${productIds}::uuid[]) and i.color is not null
      and p.store_id = i.store_id and p.id = i.product_id
      and not exists (select from shop.kinds_of_options(p.options) k
        join jsonb_array_elements(p.options) o on o ->> 'name' = k.name
        cross join lateral jsonb_array_elements(o -> 'values') v
        where k.kind = 'color' and lower(v ->> 'value') = lower(i.color))`);
}
