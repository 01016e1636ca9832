import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Call it after changing translations of products. A translation without a description is indexed with the original
 * one. Adds up the bytes of these originals in the given languages, passes the sum to noteCopies() and returns it.
 */
export async function noteCopiedProse(
  tx: Transaction,
  productIds: readonly string[],
  languageCodes: readonly LanguageCode[],
): Promise<number> {
  const row = await tx.row<{ bytes: number }>(sql`
    select coalesce(sum(shop.copied_prose(p.seo_description, p.description, t.fields)), 0)::int as bytes
    from shop.translations t join shop.products p on p.store_id = t.store_id and p.id = t.entity_id
    where t.store_id = ${tx.storeId} and t.entity_type = 'PRODUCT' and t.entity_id = any(${productIds}::uuid[])
      and t.language_code = any(${languageCodes}::text[])`);
  const bytes = row?.bytes ?? 0;
  noteCopies(tx, { bytes });
  return bytes;
}
