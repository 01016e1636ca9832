import type { Transaction } from "../../platform/context.ts";
import { idsOf } from "../../platform/database/ids-of.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

/** Copies the translations of all texts except the name, in every language, from one entity to its copy. */
export async function copyTranslations(
  tx: Transaction,
  of: "PRODUCT",
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from shop.translations
    where store_id = ${tx.storeId} and entity_type = ${of} and entity_id = ${from} and fields - 'name' <> '{}'`);
  await tx.run(sql`
    insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields, created_at, updated_at)
    select t.store_id, c.new_id, t.entity_type, ${to}, t.language_code, t.fields - 'name', ${at}, ${at}
    from unnest(${idsOf(rows)}::uuid[], ${rows.map(() => newId())}::uuid[]) c (id, new_id)
    join shop.translations t on t.store_id = ${tx.storeId} and t.id = any(${idsOf(rows)}::uuid[]) and t.id = c.id`);
}
