import { type OptionLike, optionOfKind } from "@vetrina/commerce/products/option-kind";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** Maximum number of colors that an error lists. */
const maxListed = 20;

/**
 * Returns a function that reads a picture's color: as the product's option spells it, null for a picture of all colors,
 * or an error that lists the valid colors. Converts the colors to lower case only once, because a product may have
 * hundreds of pictures.
 */
export function pictureColorsOf(
  options: readonly OptionLike[],
): (color: string | null | undefined) => string | null | { error: string } {
  const colors = optionOfKind(options, "color")?.values.map(({ value }) => value) ?? [];
  const spelled = new Map(colors.toReversed().map((color) => [color.toLowerCase(), color]));
  const more = colors.length > maxListed ? ` and ${colors.length - maxListed} more` : "";
  const error =
    colors.length === 0
      ? "The product has no colors. Leave out the picture's color."
      : `The product has no such color. Use one of ${colors.slice(0, maxListed).join(", ")}${more}.`;
  return (color) => (color ? (spelled.get(color.toLowerCase()) ?? { error }) : null);
}

/**
 * Removes colors that the products no longer have from their pictures, which are then shown for every color. Call it
 * after removing options or variants of locked products.
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
