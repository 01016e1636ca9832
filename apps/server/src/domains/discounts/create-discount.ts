import type { Discount } from "@vetrina/commerce/discounts";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";

/** Creates a discount code. Throws ALREADY_EXISTS if another code differs only in case. */
export async function createDiscount(
  ctx: Context,
  discount: Omit<Discount, "used">,
): Promise<string> {
  const id = newId();
  await ctx.tx(async (tx) => {
    const made = await tx.run(sql`
      insert into shop.discounts (store_id, id, code, type, value, minimum_subtotal_minor, starts_at, ends_at, usage_limit, is_active)
      values (${tx.storeId}, ${id}, ${discount.code}, ${discount.type}, ${discount.value}, ${discount.minimumSubtotal},
        ${discount.startsAt}, ${discount.endsAt}, ${discount.usageLimit}, ${discount.active})
      on conflict (store_id, upper(code)) do nothing`);
    if (made === 0)
      throw new ApiFailure("ALREADY_EXISTS", "Another discount has this code. Choose another.", {
        field: "code",
      });
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "discount",
      entityId: id,
      after: { code: discount.code, type: discount.type, value: discount.value },
    });
  });
  return id;
}
