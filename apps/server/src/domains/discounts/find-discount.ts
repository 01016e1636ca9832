import type { Discount } from "@vetrina/commerce/discounts";
import type { DiscountType } from "@vetrina/contract/enumerations";
import { type Queryable, sql } from "../../platform/database/sql.ts";

type Row = {
  id: string;
  code: string;
  type: DiscountType;
  value: number;
  minimum_subtotal_minor: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
  usage_limit: number | null;
  used: number;
  is_active: boolean;
};

/** The store's discount for a code, ignoring case; null if there is none. */
export async function findDiscount(
  reader: Queryable,
  storeId: string,
  code: string,
): Promise<(Discount & { id: string }) | null> {
  const row = await reader.row<Row>(sql`select * from door.discount_by_code(${storeId}, ${code})`);
  if (row === undefined) return null;
  return {
    id: row.id,
    code: row.code,
    type: row.type,
    value: row.value,
    minimumSubtotal: row.minimum_subtotal_minor,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    usageLimit: row.usage_limit,
    used: row.used,
    active: row.is_active,
  };
}
