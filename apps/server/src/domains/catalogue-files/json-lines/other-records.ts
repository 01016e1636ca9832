import type { MenuName } from "@vetrina/contract/catalogue/menus";
import type { Context, Transaction } from "../../../platform/context.ts";
import { type Sql, sql } from "../../../platform/database/sql.ts";
import type { StoredRule } from "../../collections/collection-rule.ts";
import { ruleToWire } from "../../collections/rules.ts";
import type { StoredItem } from "../../menus/menu-rows.ts";
import { maxFormerLinks } from "../../products/rules.ts";
import { readSynonyms } from "../../search/get-synonyms.ts";
import { offOf } from "../../search/synonym-groups.ts";
import { labelsOf } from "./menu-items.ts";
import { pictureId } from "./product-records.ts";
import type { MenuItem, RecordOf } from "./records.ts";

/** A page of records. `after` is the last id of the previous page. */
export type Page = { after: string; limit: number };
export type Paged<T> = T & { id: string };

export function locationRecords(tx: Transaction): Promise<RecordOf<"location">[]> {
  return tx.rows(sql`
    select 'location' as type, code, name, position, is_active as "isActive", nullif(country, '') as country, region,
      postal_code as "postalCode" from shop.locations
    where store_id = ${tx.storeId} and deleted_at is null order by position, code`);
}

/** Returns the store's languages except the default one. */
export function languageRecords(tx: Transaction): Promise<RecordOf<"language">[]> {
  return tx.rows(sql`
    select 'language' as type, code, is_published as "isPublished" from shop.store_languages
    where store_id = ${tx.storeId} and not is_default order by code`);
}

/** Returns the store's synonyms; empty if it has none. */
export async function synonymsRecords(
  ctx: Context,
  tx: Transaction,
): Promise<RecordOf<"synonyms">[]> {
  const present = await readSynonyms(ctx, tx);
  const { groups } = present;
  const disabledBuiltIn = offOf(present);
  if (groups.length === 0 && disabledBuiltIn.length === 0) return [];
  return [{ type: "synonyms", groups, ...(disabledBuiltIn.length > 0 && { disabledBuiltIn }) }];
}

type CollectionRow = Omit<RecordOf<"collection">, "rule" | "picture"> & {
  rule: StoredRule;
  key: string | null;
};

/**
 * Returns collections with the products that were picked by hand, even if a rule currently overrides these. The links
 * are read as JSON, because pg takes ten times as long to parse an array of ten thousand texts.
 */
export async function collectionRecords(
  ctx: Context,
  tx: Transaction,
  where: Sql,
): Promise<Paged<RecordOf<"collection">>[]> {
  const rows = await tx.rows<Paged<CollectionRow>>(sql`
    select 'collection' as type, c.id, c.link, c.name, c.description, c.rule, c.position, c.is_published as "isPublished",
      (select m.key from shop.media m where m.store_id = c.store_id and m.id = c.media_id) as key,
      to_json(array(select p.link from shop.collection_products cp
        join shop.products p on p.store_id = cp.store_id and p.id = cp.product_id and p.deleted_at is null
        where cp.store_id = c.store_id and cp.collection_id = c.id order by cp.position, cp.product_id)) as products,
      to_json(array(select l.link from (select link from shop.collection_links where store_id = c.store_id and collection_id = c.id
          order by moved_at desc, link limit ${maxFormerLinks}) l
        where not exists (select from shop.collections o where o.store_id = c.store_id and o.link = l.link and o.deleted_at is null)
        order by l.link)) as "formerLinks"
    from shop.collections c where c.store_id = ${tx.storeId} and c.deleted_at is null and ${where}`);
  return rows.map(({ key, rule, ...row }) =>
    Object.assign(row, {
      rule: ruleToWire(rule, ctx.store.currency),
      picture: key === null ? null : pictureId(key),
    }),
  );
}

export function pairRecords(
  tx: Transaction,
  { after, limit }: Page,
): Promise<Paged<RecordOf<"pair">>[]> {
  return tx.rows(sql`
    select 'pair' as type, u.id, p.link as product, t.link as target, u.type as kind, u.position from shop.upsells u
    join shop.products p on p.store_id = u.store_id and p.id = u.product_id and p.deleted_at is null
    join shop.products t on t.store_id = u.store_id and t.id = u.target_id and t.deleted_at is null
    where u.store_id = ${tx.storeId} and u.id > ${after} order by u.id limit ${limit}`);
}

/** Both menus, which refer to collections by link. A menu that the store has not set is null. */
export async function menuRecords(
  tx: Transaction,
): Promise<Record<MenuName, RecordOf<"menu"> | null>> {
  const menus = await tx.rows<{ name: MenuName; items: StoredItem[] }>(
    sql`select name, items from shop.menus where store_id = ${tx.storeId} order by name`,
  );
  const collections = await tx.rows<{ id: string; link: string }>(sql`
    select id, link from shop.collections where store_id = ${tx.storeId} and deleted_at is null`);
  const links = new Map(collections.map(({ id, link }) => [id, link]));
  const record = (named: MenuName): RecordOf<"menu"> | null => {
    const menu = menus.find(({ name }) => name === named);
    return menu === undefined
      ? null
      : { type: "menu", name: named, items: withLinks(menu.items, links) };
  };
  return { main: record("main"), footer: record("footer") };
}

/**
 * Returns the items with links of collections instead of ids. If an item's collection was deleted, the item stays as a
 * heading if it has a label and children; otherwise its children take its place.
 */
function withLinks(items: readonly StoredItem[], links: ReadonlyMap<string, string>): MenuItem[] {
  return items.flatMap(({ label, href, collectionId, children }) => {
    const collection = collectionId === null ? null : links.get(collectionId);
    const below = withLinks(children, links);
    if (collection === undefined && (label === null || below.length === 0)) return below;
    return [{ label, href, collection: collection ?? null, children: below }];
  });
}

/** Returns the links of the header. */
export async function headerRecords(tx: Transaction): Promise<RecordOf<"header">[]> {
  return tx.rows(sql`
    select 'header' as type, navigation as links from shop.stores where id = ${tx.storeId}`);
}

/**
 * Returns the store's promises, season, launch, social links and live chat. Empty if the store has set none of them.
 */
export async function factsRecords(tx: Transaction): Promise<RecordOf<"facts">[]> {
  const rows = await tx.rows<RecordOf<"facts">>(sql`
    select 'facts' as type, promises, season, launch, social_links as "socialLinks", live_chat as "liveChat"
    from shop.stores where id = ${tx.storeId}`);
  return rows.filter(
    ({ promises, season, launch, socialLinks, liveChat }) =>
      socialLinks.length > 0 ||
      [season, launch, liveChat, ...Object.values(promises)].some((one) => one !== null),
  );
}

/** Returns the navigation labels of the menus and the header. */
export async function readLabels(tx: Transaction): Promise<[string, readonly string[]][]> {
  const menus = Object.values(await menuRecords(tx)).filter((menu) => menu !== null);
  const [header] = await headerRecords(tx);
  return [
    ...menus.map(({ name, items }): [string, readonly string[]] => [name, labelsOf(items)]),
    ["header", (header?.links ?? []).map(({ label }) => label)],
  ];
}

type TranslationRow = Omit<RecordOf<"translation">, "policy"> & {
  policy: RecordOf<"translation">["policy"] | null;
};

/**
 * Returns translations. Those of navigation are limited to labels in use, because the file contains no other labels.
 */
export async function translationRecords(
  tx: Transaction,
  where: Sql,
): Promise<Paged<RecordOf<"translation">>[]> {
  const rows = await tx.rows<Paged<TranslationRow>>(sql`
    select 'translation' as type, t.id, t.entity_type as of, coalesce(p.link, c.link) as link, t.language_code as language, t.fields,
      case when y.id is not null then jsonb_build_object('kind', y.type, 'title', y.title) end as policy
    from shop.translations t
    left join shop.products p on t.entity_type = 'PRODUCT' and p.store_id = t.store_id and p.id = t.entity_id and p.deleted_at is null
    left join shop.collections c on t.entity_type = 'COLLECTION' and c.store_id = t.store_id and c.id = t.entity_id and c.deleted_at is null
    left join shop.policies y on t.entity_type = 'POLICY' and y.store_id = t.store_id and y.id = t.entity_id and y.deleted_at is null
    where t.store_id = ${tx.storeId}
      and (t.entity_type in ('OPTION', 'NAVIGATION') or coalesce(p.id, c.id, y.id) is not null) and ${where}`);
  const shown = rows.some(({ of }) => of === "NAVIGATION")
    ? new Set((await readLabels(tx)).flatMap(([, labels]) => labels))
    : null;
  return rows.map(({ policy, ...row }) => {
    const known = Object.entries(row.fields).filter(([word]) => shown?.has(word));
    const fields = row.of === "NAVIGATION" ? Object.fromEntries(known) : row.fields;
    return Object.assign(row, { fields, ...(policy !== null && { policy }) });
  });
}

type ReviewRow = Omit<RecordOf<"review">, "reply" | "createdAt"> & {
  replyText: string | null;
  repliedAt: Date | null;
  createdAt: Date;
};

/**
 * Excludes pending reviews that belong to a customer or an order. Erasing a customer makes exported files with their
 * reviews expire, so otherwise anyone could remove a store's files by writing a review and asking to be erased.
 */
export const isExported = sql`(r.status <> 'PENDING' or (r.customer_id is null and r.order_id is null))`;

/** Reviews without their authors, except for the names that the authors chose. */
export async function reviewRecords(
  tx: Transaction,
  { after, limit }: Page,
): Promise<Paged<RecordOf<"review">>[]> {
  const rows = await tx.rows<Paged<ReviewRow>>(sql`
    select 'review' as type, r.id, p.link as product, r.name, r.rating, r.title, r.content, r.fit, r.verified, r.status,
      r.helpful_count as helpful, r.reply as "replyText", r.replied_at as "repliedAt", r.created_at as "createdAt"
    from shop.reviews r
    join shop.products p on p.store_id = r.store_id and p.id = r.product_id and p.deleted_at is null
    where r.store_id = ${tx.storeId} and r.id > ${after} and ${isExported} order by r.id limit ${limit}`);
  return rows.map(({ replyText, repliedAt, createdAt, ...row }) => {
    const reply =
      replyText === null || repliedAt === null
        ? null
        : { text: replyText, at: repliedAt.toISOString() };
    return Object.assign(row, { reply, createdAt: createdAt.toISOString() });
  });
}
