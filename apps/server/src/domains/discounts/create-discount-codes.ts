import { randomInt } from "node:crypto";
import type { discounts } from "@vetrina/contract/discounts";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { lockDiscount } from "./discount-rows.ts";

/** No letters and digits that look alike. 12 of them can't be guessed within the limit of attempts. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 12;
const maxCodes = 100_000;

/**
 * Adds random codes in one transaction. Throws INVALID_TRANSITION for a discount without unique codes, LIMIT_REACHED
 * for more than 100,000 in all.
 */
export const createDiscountCodes: Handler<typeof discounts.createDiscountCodes> = (
  ctx,
  { id, body: { count, prefix } },
) =>
  ctx.tx(async (tx) => {
    const { has_unique_codes } = await lockDiscount(tx, id);
    if (!has_unique_codes)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This discount has no unique codes. Set hasUniqueCodes first.",
      );
    const { present = 0 } =
      (await tx.row<{ present: number }>(sql`
        select count(*)::int as present from shop.discount_codes
        where store_id = ${tx.storeId} and discount_id = ${id}`)) ?? {};
    if (present + count > maxCodes)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A discount can have at most ${maxCodes} codes. Add no more than ${maxCodes - present}.`,
        { max: maxCodes },
      );
    let created = 0;
    // A random code that exists already is replaced by another.
    while (created < count) {
      const codes = Array.from({ length: count - created }, () => prefix + randomCode());
      created += await tx.run(sql`
        insert into shop.discount_codes (store_id, discount_id, code, created_at)
        select ${tx.storeId}, ${id}, c, ${ctx.now()} from unnest(${codes}::text[]) c
        where not exists (select from shop.discounts d where d.store_id = ${tx.storeId} and upper(d.code) = upper(c))
        on conflict do nothing`);
    }
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "discount",
      entityId: id,
      after: { codesCreated: created },
    });
    return { created, total: present + created };
  });

function randomCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}
