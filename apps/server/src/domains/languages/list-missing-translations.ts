import type { TranslatableType } from "@vetrina/contract/enumerations";
import type { languages, MissingTranslation } from "@vetrina/contract/languages";
import type { Handler } from "../../platform/http/routes.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { navigationLabels } from "./navigation-labels.ts";

/**
 * Counting stops at this number, to limit its cost. Written into the SQL text, because PostgreSQL would choose another
 * plan for a parameter.
 */
const maxCounted = sql`1000`;
const literal: Record<TranslatableType, Sql> = {
  PRODUCT: sql`'PRODUCT'`,
  COLLECTION: sql`'COLLECTION'`,
  POLICY: sql`'POLICY'`,
  OPTION: sql`'OPTION'`,
  NAVIGATION: sql`'NAVIGATION'`,
};

/**
 * Lists the fields that have an original but no translation, for each entity and language of the store. Excludes the
 * default language, whose texts are the originals. Counts at most a thousand pairs of entity and language.
 */
export const listMissingTranslations: Handler<typeof languages.listMissingTranslations> = (
  ctx,
  { languageCode, entityType, page, limit },
) =>
  ctx.tx(async (tx) => {
    const into = languageCode === undefined ? sql`` : sql` and l.code = ${languageCode}`;
    const found = sql`
      select o.id, l.code, o.name, o.fields, t.fields as translated
      from (${readOnce[entityType](originals[entityType](tx.storeId))}) o
      join shop.store_languages l on l.store_id = o.store_id and not l.is_default${into}
      left join shop.translations t on t.store_id = o.store_id and t.entity_type = ${literal[entityType]} and t.entity_id = o.id
        and t.language_code = l.code
      where cardinality(o.fields) > 0 and not coalesce(t.fields ?& o.fields, false)`;
    const ofPage = sql`order by id, code limit ${limit} offset ${(page - 1) * limit}`;
    const source =
      entityType === "PRODUCT"
        ? sql`select f.id, f.code, o.name, o.fields, t.fields as translated
            from (${ofProducts(tx.storeId, into)} ${ofPage}) f
            join (${originals.PRODUCT(tx.storeId)}) o on o.id = f.id
            left join shop.translations t on t.store_id = o.store_id and t.entity_type = 'PRODUCT' and t.entity_id = o.id
              and t.language_code = f.code`
        : sql`${found} ${ofPage}`;
    const rows = await tx.rows<Omit<MissingTranslation, "entityType">>(sql`
      select id as "entityId", code as "languageCode", name, array(select f.field from unnest(fields) with ordinality f (field, at)
        where not coalesce(translated ? f.field, false) order by f.at) as missing
      from (${source}) m order by id, code`);
    const all = entityType === "PRODUCT" ? ofProducts(tx.storeId, into) : found;
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from (${all} limit ${maxCounted}) counted`,
    );
    const items = rows.map((row) => Object.assign(row, { entityType }));
    return { items, page, limit, total: count?.total ?? 0 };
  });

/** Returns SQL for one row for each product and language with missing fields. */
function ofProducts(storeId: string, into: Sql): Sql {
  return sql`
    select o.id, l.code from door.own_product_texts o
    join shop.store_languages l on l.store_id = o.store_id and not l.is_default${into}
    left join shop.translations t on t.store_id = o.store_id and t.entity_type = 'PRODUCT' and t.entity_id = o.id
      and t.language_code = l.code
    where o.store_id = ${storeId} and o.filled_fields & ~coalesce(t.translated_fields, 0) <> 0`;
}

const asItIs = (originals: Sql) => originals;
/** Materializes the query of the store's words, so that it runs once instead of once for each language and use. */
const collectedOnce = (originals: Sql) =>
  sql`with collected as materialized (${originals}) select * from collected`;
const readOnce: Record<TranslatableType, (originals: Sql) => Sql> = {
  PRODUCT: asItIs,
  COLLECTION: asItIs,
  POLICY: asItIs,
  OPTION: collectedOnce,
  NAVIGATION: collectedOnce,
};

/** Entities and their fields that contain text. Columns: store_id, id, name, fields. */
const originals: Record<TranslatableType, (storeId: string) => Sql> = {
  PRODUCT: (storeId) => sql`
    select store_id, id, name, ${written({
      name: sql`name <> ''`,
      description: sql`description <> ''`,
      seoTitle: sql`seo_title <> ''`,
      seoDescription: sql`seo_description <> ''`,
      metaDescription: sql`meta_description <> ''`,
      composition: sql`composition <> ''`,
      care: sql`care <> '{}'`,
    })} as fields
    from shop.products where store_id = ${storeId} and deleted_at is null and status <> 'ARCHIVED'`,
  COLLECTION: (storeId) => sql`
    select store_id, id, name, ${written({ name: sql`name <> ''`, description: sql`description <> ''` })} as fields
    from shop.collections where store_id = ${storeId} and deleted_at is null`,
  POLICY: (storeId) => sql`
    select store_id, id, title as name, ${written({ title: sql`title <> ''`, content: sql`content <> ''` })} as fields
    from shop.policies where store_id = ${storeId} and deleted_at is null`,
  // Includes the names of options and the values of color and size. Values of other options are rarely words.
  OPTION: (storeId) => sql`
    select s.id as store_id, s.id, s.name,
      array(select v.label from shop.facet_values v where v.store_id = s.id
        union
        select o ->> 'name' from shop.products p, jsonb_array_elements(p.options) o
        where p.store_id = s.id and p.deleted_at is null and p.status <> 'ARCHIVED'
        order by 1 limit 500) as fields
    from shop.stores s where s.id = ${storeId}`,
  NAVIGATION: (storeId) => sql`
    select s.id as store_id, s.id, s.name,
      array(${navigationLabels} order by 1) as fields
    from shop.stores s where s.id = ${storeId}`,
};

/** Returns SQL for an array with the names of the fields that have a value. */
function written(fields: Readonly<Record<string, Sql>>): Sql {
  const cases = Object.entries(fields).map(
    ([name, holds]) => sql`case when ${holds} then ${name}::text end`,
  );
  return sql`array_remove(array[${joinSql(cases, ", ")}], null)`;
}
