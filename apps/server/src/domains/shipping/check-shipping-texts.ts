import { createShippingCheck } from "@vetrina/commerce/shipping/shipping-claims";
import { wordsOf } from "@vetrina/commerce/shipping/shipping-words";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { ShippingTextFinding, shippingTexts } from "@vetrina/contract/pricing/shipping-texts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { pace } from "../../platform/event-loop/pace.ts";
import { readShippingFacts } from "./shipping-facts.ts";

/** An entity's texts: strings, or objects that contain strings. */
type Source = Pick<ShippingTextFinding, "source" | "id" | "name" | "language"> & {
  texts: Record<string, unknown>;
  /** The number of characters in the texts of this source and of all sources before it. */
  characters: number;
};

const maxFindings = 200;
/** Maximum number of characters, including field names, that one call reads and checks. */
const maxCharacters = 2_000_000;

/**
 * Compares the store's own texts with its shipping settings, up to the limits on findings and characters. Pauses
 * between sentences so that other requests can run. Throws NOT_FOUND for callers who may not change the store.
 */
export const checkShippingTexts: Handler<typeof shippingTexts.checkShippingTexts> = async (ctx) => {
  const { facts, sources, isWhole } = await ctx.tx(async (tx) => {
    // Row-level security lets only staff lock the store's row.
    const store = await tx.row(sql`select from shop.stores where id = ${tx.storeId} for key share`);
    if (store === undefined) throw notFound("store");
    return {
      facts: await readShippingFacts(tx, ctx.store),
      ...(await readSources(tx, ctx)),
    };
  });
  const check = createShippingCheck(facts);
  const items: ShippingTextFinding[] = [];
  for (const { texts, characters, ...source } of sources) {
    if (characters > maxCharacters) return { items, isComplete: false };
    for (const { field, text } of stringsIn(texts, ""))
      for (const found of check(text)) {
        const pause = pace();
        if (pause !== null) await pause;
        if (found === null) continue;
        if (items.length === maxFindings) return { items, isComplete: false };
        items.push({ ...source, field, ...found, sentence: found.sentence.slice(0, 500) });
      }
  }
  return { items, isComplete: isWhole && sources.length <= maxSources };
};

/** Maximum number of entities, in addition to the store itself, whose texts are read. */
const maxSources = 2000;

/**
 * Only the newest products and the newest translations are searched for mentions of shipping, up to this many rows and
 * bytes of each. PostgreSQL searches only 20 to 50 MB per second, because the pattern begins with no fixed text.
 */
const searched = { rows: 5000, bytes: 10_000_000 };

type Row = {
  source: Source["source"];
  id: string;
  name: string;
  language: LanguageCode | null;
  texts: Record<string, unknown>;
  characters: number;
  isWhole: boolean;
};

/**
 * Reads the store's own texts, then the policies, collections, products and translations that mention shipping. The
 * last source returned may be the first that exceeds the limit on characters. `isWhole`: all products and translations
 * were searched.
 */
async function readSources(
  tx: Transaction,
  { store }: Context,
): Promise<{ sources: Source[]; isWhole: boolean }> {
  const about = postgresPattern();
  const rows = await tx.rows<Row>(sql`
    with products as materialized (
      select *, ${isSearched(sql`octet_length(description) + octet_length(coalesce(seo_description, '')) + octet_length(coalesce(meta_description, ''))`)}
      from (select * from shop.products where store_id = ${store.id} and deleted_at is null order by id desc limit ${searched.rows + 1}) p
      window newest as (order by id desc rows unbounded preceding)
    ), translations as materialized (
      select *, ${isSearched(sql`bytes`)}
      from (select * from shop.translations where store_id = ${store.id} and entity_type in ('POLICY', 'COLLECTION', 'PRODUCT')
        order by id desc limit ${searched.rows + 1}) t
      window newest as (order by id desc rows unbounded preceding)
    )
    select source, id, name, language, texts, characters::float8, not exists (select from products where not is_searched)
      and not exists (select from translations where not is_searched) as "isWhole" from (
    select *, length(texts::text) as own, sum(length(texts::text)) over (rows unbounded preceding) as characters from (
    select 'STORE' as source, s.id, s.name, null as language,
      jsonb_build_object('tagline', s.tagline, 'season', s.season, 'home', s.home, 'help', s.help) as texts
    from shop.stores s where s.id = ${store.id}
    union all
    select * from (
      select 'POLICY', p.id, p.title, null, jsonb_build_object('content', p.content) from shop.policies p
      where p.store_id = ${store.id} and p.deleted_at is null and p.content ~* ${about}
      union all
      select 'COLLECTION', c.id, c.name, null, jsonb_build_object('description', c.description) from shop.collections c
      where c.store_id = ${store.id} and c.deleted_at is null and c.description ~* ${about}
      union all
      select 'PRODUCT', p.id, p.name, null, jsonb_build_object('description', p.description,
        'seoDescription', p.seo_description, 'metaDescription', p.meta_description) from products p
      where case when p.is_searched then concat_ws(' ', p.description, p.seo_description, p.meta_description) ~* ${about} end
      union all
      select t.entity_type, t.entity_id, coalesce(t.fields ->> 'name', ''), t.language_code, t.fields from translations t
      where case when t.is_searched then t.fields::text ~* ${about} end
    ) other limit ${maxSources + 1}) source) source where characters - own <= ${maxCharacters}`);
  const sources = rows.map(({ isWhole: _whole, ...source }) => source);
  return { sources, isWhole: rows[0]?.isWhole ?? true };
}

/** Whether a row is within the limits on rows and bytes, counted from the newest row on. */
function isSearched(bytes: Sql): Sql {
  return sql`row_number() over newest <= ${searched.rows} and sum(${bytes}) over newest <= ${searched.bytes} as is_searched`;
}

/**
 * Returns the pattern for PostgreSQL, which has another syntax for word boundaries. They are left out, so the pattern
 * also matches inside words, but misses no text.
 */
function postgresPattern(): string {
  return wordsOf("shipping")
    .replaceAll(String.raw`(?<!\p{L})`, "")
    .replaceAll(String.raw`\b`, "");
}

function stringsIn(value: unknown, field: string): { field: string; text: string }[] {
  if (typeof value === "string") return [{ field, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    stringsIn(inner, field === "" ? key : `${field}.${key}`),
  );
}
