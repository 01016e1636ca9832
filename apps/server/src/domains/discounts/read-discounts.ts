import { type Buyer, dependsOnBuyer, type Discount } from "@vetrina/commerce/pricing/discount";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { readAutomaticDiscounts } from "./automatic-discounts.ts";
import { type DiscountRow, discountOf } from "./discount-rows.ts";

type Found = { discount: DiscountRow; code: string; is_used: boolean };

/** Returns the discounts of one cart: the discount of the code sent, if any, and the automatic ones. */
export async function readDiscounts(
  reader: Queryable,
  storeId: string,
  code: string,
): Promise<{ coded: Discount | null; automatic: readonly Discount[] }> {
  const [coded, automatic] = await Promise.all([
    code === "" ? null : findDiscount(reader, storeId, code),
    readAutomaticDiscounts(reader, storeId),
  ]);
  return { coded, automatic };
}

/** Returns the store's discount for a code, ignoring case; null if there is none. */
export async function findDiscount(
  reader: Queryable,
  storeId: string,
  code: string,
): Promise<Discount | null> {
  const found = await reader.row<Found>(
    sql`select * from door.discount_of_code(${storeId}, ${code})`,
  );
  if (found === undefined) return null;
  const discount = { ...discountOf(found.discount), code: found.code };
  // Each unique code is valid for one order only.
  return found.is_used ? { ...discount, usageLimit: 1, used: 1 } : discount;
}

/**
 * Returns the facts about a signed-in customer that the discounts depend on; null for a guest, because anyone can enter
 * any email. Also returns null, without a query, if no discount depends on the customer.
 */
export async function readBuyer(
  reader: Queryable,
  storeId: string,
  userId: string | null,
  discounts: readonly Discount[],
): Promise<Buyer | null> {
  if (userId === null) return null;
  const asking = discounts.filter(dependsOnBuyer).map(({ id }) => id);
  if (asking.length === 0) return null;
  const row = await reader.row<{
    tags: string[];
    has_ordered: boolean;
    uses: Record<string, number>;
  }>(sql`
    select * from door.buyer_for(${storeId}, ${userId}, ${asking}::uuid[])`);
  return {
    tags: row?.tags ?? [],
    hasOrdered: row?.has_ordered ?? false,
    uses: new Map(Object.entries(row?.uses ?? {})),
  };
}
