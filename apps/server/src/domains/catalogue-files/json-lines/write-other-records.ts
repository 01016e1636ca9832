import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/id.ts";
import {
  lockCollection,
  settleCollection,
  writeProductsOf,
} from "../../collections/change-collection.ts";
import { createCollection } from "../../collections/create-collection.ts";
import { updateCollection } from "../../collections/update-collection.ts";
import { createLocation } from "../../inventory/create-location.ts";
import { updateLocation } from "../../inventory/update-location.ts";
import { createLanguage } from "../../languages/create-language.ts";
import { createTranslation } from "../../languages/create-translation.ts";
import { updateLanguage } from "../../languages/update-language.ts";
import { updateTranslation } from "../../languages/update-translation.ts";
import { updateMenu } from "../../menus/update-menu.ts";
import { countRating } from "../../reviews/count-rating.ts";
import { readSynonyms } from "../../search/get-synonyms.ts";
import { keptGroups } from "../../search/synonym-groups.ts";
import { updateSynonyms } from "../../search/update-synonyms.ts";
import { createUpsell } from "../../upsells/create-upsell.ts";
import { updateUpsell } from "../../upsells/update-upsell.ts";
import type { Outcome } from "../import-file.ts";
import { sameJson } from "../products/changes.ts";
import type { FaultAt, Named } from "./named.ts";
import { collectionRecords, menuRecords, translationRecords } from "./other-records.ts";
import { findPicture } from "./picture-records.ts";
import { pictureId } from "./product-records.ts";
import type { JsonRecord, MenuItem, RecordOf } from "./records.ts";

export type OtherRecord = Exclude<JsonRecord, { type: "product" | "picture" }>;
type Done = keyof Outcome;
/** What of a record is in the store: nothing, the same, or another one that is to be changed. */
type Present = { id: string; same: boolean } | null;

/** Whether a record would make, change or leave something; what it names and nobody has is a fault. */
export async function checkOther(
  ctx: Context,
  tx: Transaction,
  record: OtherRecord,
  named: Named,
  fault: FaultAt,
): Promise<Done> {
  await checkNames(tx, record, named, fault);
  return doneOf(await find(ctx, tx, record, named));
}

/** Writes it by the calls' own verbs, in the transaction of `ctx`. Throws what they throw. */
export async function writeOther(
  ctx: Context,
  tx: Transaction,
  record: OtherRecord,
  named: Named,
): Promise<Done> {
  const present = await find(ctx, tx, record, named);
  if (present?.same !== true) await write(ctx, tx, record, present?.id ?? null, named);
  return doneOf(present);
}

function doneOf(present: Present): Done {
  if (present === null) return "made";
  return present.same ? "unchanged" : "changed";
}

async function find(
  ctx: Context,
  tx: Transaction,
  record: OtherRecord,
  named: Named,
): Promise<Present> {
  switch (record.type) {
    case "location":
      return found(
        await tx.row(sql`
          select id, name = ${record.name} and position = ${record.position} and is_active = ${record.isActive} as same
          from shop.locations where store_id = ${tx.storeId} and code = ${record.code} and deleted_at is null`),
      );
    case "language":
      return found(
        await tx.row(sql`
          select id, is_default or is_published = ${record.isPublished} as same from shop.store_languages
          where store_id = ${tx.storeId} and code = ${record.code}`),
      );
    case "collection": {
      const [there] = await collectionRecords(ctx, tx, sql`c.link = ${record.link}`);
      if (there === undefined) return null;
      const { id, picture, ...present } = there;
      const { picture: wanted, ...rest } = record;
      const key = await keyOf(ctx, tx, wanted, named);
      const isShown = picture === (key === null ? null : pictureId(key));
      return { id, same: isShown && sameJson(present, rest) };
    }
    case "pair":
      return found(
        await tx.row(sql`
          select u.id, u.position = ${record.position} as same from shop.upsells u
          join shop.products p on p.store_id = u.store_id and p.id = u.product_id and p.deleted_at is null
          join shop.products t on t.store_id = u.store_id and t.id = u.target_id and t.deleted_at is null
          where u.store_id = ${tx.storeId} and p.link = ${record.product} and t.link = ${record.target} and u.type = ${record.kind}`),
      );
    case "menu": {
      const present = (await menuRecords(tx))[record.name];
      return present === null ? null : { id: record.name, same: sameJson(present, record) };
    }
    case "synonyms": {
      const { groups } = await readSynonyms(ctx, tx);
      const same = sameJson(groups, keptGroups(record));
      return groups.length === 0 ? null : { id: tx.storeId, same };
    }
    case "translation": {
      const entityId = await entityOf(tx, record);
      const [there] = await translationRecords(
        tx,
        sql`t.entity_type = ${record.of} and t.entity_id = ${entityId} and t.language_code = ${record.language}`,
      );
      return there === undefined
        ? null
        : { id: there.id, same: sameJson(there.fields, record.fields) };
    }
    case "review":
      return found(
        await tx.row(sql`
          select r.id, true as same from shop.reviews r
          join shop.products p on p.store_id = r.store_id and p.id = r.product_id and p.deleted_at is null
          where r.store_id = ${tx.storeId} and p.link = ${record.product} and r.name = ${record.name} and r.title = ${record.title}
            and date_trunc('milliseconds', r.created_at) = ${record.createdAt}`),
      );
  }
}

function found(row: unknown): Present {
  return (row as Present | undefined) ?? null;
}

async function write(
  ctx: Context,
  tx: Transaction,
  record: OtherRecord,
  id: string | null,
  named: Named,
): Promise<void> {
  const storeId = tx.storeId;
  switch (record.type) {
    case "location": {
      const { code, name, position, isActive } = record;
      const body = { name, position, isActive };
      if (id === null) await createLocation(ctx, { storeId, body: { code, ...body } });
      else await updateLocation(ctx, { id, body });
      return;
    }
    case "language": {
      const { code, isPublished } = record;
      if (id === null) await createLanguage(ctx, { body: { code, isPublished } });
      else await updateLanguage(ctx, { id, body: { isPublished } });
      return;
    }
    case "collection":
      return writeCollection(ctx, tx, record, id, named);
    case "pair": {
      const { kind: type, position } = record;
      if (id !== null) await updateUpsell(ctx, { id, body: { position } });
      else {
        const ids = await productIds(tx, [record.product, record.target]);
        const [productId = "", targetId = ""] = ids;
        await createUpsell(ctx, { body: { productId, targetId, type, position } });
      }
      return;
    }
    case "menu": {
      const items = await withIds(tx, record.items);
      await updateMenu(ctx, { name: record.name, body: { items } });
      return;
    }
    case "synonyms":
      await updateSynonyms(ctx, { storeId, body: { groups: record.groups } });
      return;
    case "translation":
      return writeTranslation(ctx, tx, record, id);
    case "review":
      return writeReview(tx, record);
  }
}

/** Products by hand stay behind a rule: they are put in before it. */
async function writeCollection(
  ctx: Context,
  tx: Transaction,
  record: RecordOf<"collection">,
  known: string | null,
  named: Named,
): Promise<void> {
  const { name, link, description, rule, position, isPublished } = record;
  const mediaId = await mediaOf(tx, await keyOf(ctx, tx, record.picture, named));
  const body = { name, link, description, rule, mediaId, position, isPublished };
  const id = known ?? (await createCollection(ctx, { body: { ...body, rule: null } })).id;
  const products = await productIds(tx, record.products);
  await writeProductsOf(tx, id, products, products);
  await tx.run(sql`
    insert into shop.collection_links (store_id, link, collection_id)
    select ${tx.storeId}, link, ${id} from unnest(${record.formerLinks}::text[]) link
    on conflict (store_id, link) do update set collection_id = excluded.collection_id`);
  if (known !== null || rule !== null) await updateCollection(ctx, { id, body });
  else {
    await lockCollection(ctx, tx, id);
    await settleCollection(tx, ctx, id);
  }
}

/** The key of a picture of the file in this store; null while it is not there. */
async function keyOf(
  ctx: Context,
  tx: Transaction,
  id: string | null,
  named: Named,
): Promise<string | null> {
  if (id === null) return null;
  const picture = await findPicture(tx, ctx, { id, hash: named.pictures.get(id) ?? "" }, named);
  return picture?.key ?? null;
}

async function mediaOf(tx: Transaction, key: string | null): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    sql`select id from shop.media where store_id = ${tx.storeId} and key = ${key}`,
  );
  return row?.id ?? null;
}

async function writeTranslation(
  ctx: Context,
  tx: Transaction,
  { of, link, language, fields }: RecordOf<"translation">,
  id: string | null,
): Promise<void> {
  const entityId = await entityOf(tx, { of, link });
  if (id === null) {
    await createTranslation(ctx, {
      body: { entityType: of, entityId, languageCode: language, fields },
    });
    return;
  }
  const row = await tx.row<{ fields: object }>(
    sql`select fields from shop.translations where store_id = ${tx.storeId} and id = ${id}`,
  );
  const gone = Object.keys(row?.fields ?? {}).map((name) => [name, null] as const);
  await updateTranslation(ctx, {
    id,
    body: { fields: { ...Object.fromEntries(gone), ...fields } },
  });
}

async function writeReview(tx: Transaction, record: RecordOf<"review">): Promise<void> {
  const [productId = ""] = await productIds(tx, [record.product]);
  const { name, rating, title, content, fit, verified, status, helpful, reply, createdAt } = record;
  await tx.run(sql`
    insert into shop.reviews (store_id, id, product_id, name, rating, title, content, fit, verified, status, helpful_count, reply,
      replied_at, created_at)
    values (${tx.storeId}, ${newId()}, ${productId}, ${name}, ${rating}, ${title}, ${content}, ${fit}, ${verified}, ${status},
      ${helpful}, ${reply?.text ?? null}, ${reply?.at ?? null}, ${createdAt})`);
  if (status === "APPROVED") await countRating(tx, productId);
}

/** In the order of the links. What is not there has been found out by the check; NOT_FOUND follows for what went since. */
async function productIds(tx: Transaction, links: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; link: string }>(sql`
    select id, link from shop.products where store_id = ${tx.storeId} and link = any(${links}) and deleted_at is null`);
  const ids = new Map(rows.map(({ id, link }) => [link, id]));
  return [...new Set(links)].map((link) => ids.get(link) ?? newId());
}

async function entityOf(
  tx: Transaction,
  { of, link }: Pick<RecordOf<"translation">, "of" | "link">,
): Promise<string> {
  if (of === "OPTION") return tx.storeId;
  const table = of === "PRODUCT" ? sql`shop.products` : sql`shop.collections`;
  const row = await tx.row<{ id: string }>(sql`
    select id from ${table} where store_id = ${tx.storeId} and link = ${link} and deleted_at is null`);
  return row?.id ?? newId();
}

type ItemWithId = {
  label: string;
  href: string | null;
  collectionId: string | null;
  children: ItemWithId[];
};

async function withIds(tx: Transaction, items: readonly MenuItem[]): Promise<ItemWithId[]> {
  const rows = await tx.rows<{ id: string; link: string }>(sql`
    select id, link from shop.collections
    where store_id = ${tx.storeId} and link = any(${linksOf(items)}) and deleted_at is null`);
  const ids = new Map(rows.map(({ id, link }) => [link, id]));
  const convert = (list: readonly MenuItem[]): ItemWithId[] =>
    list.map(({ label, href, collection, children }) => ({
      label,
      href,
      collectionId: collection === null ? null : (ids.get(collection) ?? newId()),
      children: convert(children),
    }));
  return convert(items);
}

function linksOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ collection, children }) => [
    ...(collection === null ? [] : [collection]),
    ...linksOf(children),
  ]);
}

async function checkNames(
  tx: Transaction,
  record: OtherRecord,
  named: Named,
  fault: FaultAt,
): Promise<void> {
  const missing = async (links: readonly string[], of: "products" | "collections") => {
    const unknown = [...new Set(links)].filter((link) => !named[of].has(link));
    if (unknown.length === 0) return [];
    const table = of === "products" ? sql`shop.products` : sql`shop.collections`;
    const rows = await tx.rows<{ link: string }>(sql`
      select link from ${table} where store_id = ${tx.storeId} and link = any(${unknown}) and deleted_at is null`);
    const there = new Set(rows.map(({ link }) => link));
    return unknown.filter((link) => !there.has(link));
  };
  const require = async (
    links: readonly string[],
    of: "products" | "collections",
    field: string,
  ) => {
    for (const link of await missing(links, of))
      fault(field, `there is no ${link} in the file or the store`);
  };
  if (record.type === "collection") await require(record.products, "products", "products");
  else if (record.type === "review") await require([record.product], "products", "product");
  else if (record.type === "menu") await require(linksOf(record.items), "collections", "items");
  else if (record.type === "pair") {
    await require([record.product], "products", "product");
    await require([record.target], "products", "target");
    if (record.product === record.target) fault("target", "a product is not its own pair");
  } else if (record.type === "translation" && record.of !== "OPTION") {
    const of = record.of === "PRODUCT" ? "products" : "collections";
    if (record.link === null) fault("link", "name the thing that is translated");
    else await require([record.link], of, "link");
  }
}
