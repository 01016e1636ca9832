import { formerCustomer } from "@vetrina/commerce/constants";
import type { Context, Transaction } from "../../../platform/context.ts";
import { type Sql, sql } from "../../../platform/database/sql.ts";
import { sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import { storedVersions } from "../../policies/import-versions.ts";
import { readSynonyms } from "../../search/get-synonyms.ts";
import { keptGroups, keptOff, offOf } from "../../search/synonym-groups.ts";
import { sameJson } from "../products/changes.ts";
import type { Named } from "./named.ts";
import { collectionRecords, factsRecords, headerRecords, menuRecords } from "./other-records.ts";
import { findPictures, pictureAddress } from "./picture-records.ts";
import { pictureId } from "./product-records.ts";
import type { JsonRecord, RecordOf } from "./records.ts";

export type OtherRecord = Exclude<JsonRecord, { type: "product" | "picture" | "reviewPicture" }>;
/**
 * The store's version of a record: null if it has none, otherwise its id and whether it is the same as in the file. A
 * deleted review whose author was erased counts as the same, with the id null.
 */
export type Present = { id: string | null; same: boolean } | null;

/**
 * Looks up the records in the store. Returns the results in the same order. Pairs, translations and reviews, of which
 * files have many, take one query per type.
 */
export async function findRecords(
  ctx: Context,
  tx: Transaction,
  records: readonly OtherRecord[],
  named: Named,
): Promise<Present[]> {
  const found = new Map([
    ...(await findPairs(tx, numbered(records, "pair"))),
    ...(await findTranslations(tx, numbered(records, "translation"))),
    ...(await findReviews(tx, numbered(records, "review"))),
  ]);
  const present: Present[] = [];
  for (const [at, record] of records.entries())
    present.push(
      isOneOfMany(record) ? (found.get(at) ?? null) : await find(ctx, tx, record, named),
    );
  return present;
}

type OneOfMany = RecordOf<"pair" | "translation" | "review">;

function isOneOfMany(record: OtherRecord): record is OneOfMany {
  return record.type === "pair" || record.type === "translation" || record.type === "review";
}

/**
 * Returns the storage key that a picture of the file has in this store, or null if the store doesn't have the picture
 * yet.
 */
export async function keyOf(
  ctx: Context,
  tx: Transaction,
  id: string | null,
  named: Named,
): Promise<string | null> {
  if (id === null) return null;
  const hash = named.pictures.get(id) ?? "";
  const pictures = await findPictures(tx, ctx, [{ id, hash }], named);
  return pictures.get(pictureAddress(hash))?.key ?? null;
}

async function find(
  ctx: Context,
  tx: Transaction,
  record: Exclude<OtherRecord, OneOfMany>,
  named: Named,
): Promise<Present> {
  switch (record.type) {
    case "location":
      return found(
        await tx.row(sql`
          select id, name = ${record.name} and position = ${record.position} and is_active = ${record.isActive}
            and (country, region, postal_code) = (${record.country ?? ""}, ${record.region}, ${record.postalCode}) as same
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
      const { picture: expected, ...rest } = record;
      const key = await keyOf(ctx, tx, expected, named);
      const isShown = picture === (key === null ? null : pictureId(key));
      return { id, same: isShown && sameJson(present, rest) };
    }
    case "menu": {
      const present = (await menuRecords(tx))[record.name];
      return present === null ? null : { id: record.name, same: sameJson(present, record) };
    }
    case "header": {
      const [present] = await headerRecords(tx);
      return { id: tx.storeId, same: sameJson(present?.links, record.links) };
    }
    case "facts": {
      const [present] = await factsRecords(tx);
      return { id: tx.storeId, same: present !== undefined && sameJson(present, record) };
    }
    case "policy":
      return findPolicy(tx, record);
    case "synonyms": {
      const present = await readSynonyms(ctx, tx);
      const [{ groups }, off] = [present, offOf(present)];
      const expected = record.disabledBuiltIn === undefined ? off : keptOff(record.disabledBuiltIn);
      const same = sameJson(groups, keptGroups(record)) && sameJson(off, expected);
      return groups.length === 0 && off.length === 0 ? null : { id: tx.storeId, same };
    }
  }
}

/**
 * Finds the policy in the store. `same` is true if its title and text are equal and the store has all versions in the
 * record.
 */
async function findPolicy(
  tx: Transaction,
  { kind, title, content, since, earlier }: RecordOf<"policy">,
): Promise<Present> {
  const versions = await storedVersions([...earlier, { title, content, at: since }]);
  return found(
    await tx.row(sql`
      select p.id, p.title = ${title} and p.content = ${sanitizeRichText(content)} and not exists (
        select r.title, md5(r.content), r.at
        from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as r (title text, content text, at timestamptz)
        except select v.title, md5(v.content), date_trunc('milliseconds', v.created_at) from shop.policy_versions v
        where v.store_id = p.store_id and v.policy_id = p.id) as same
      from shop.policies p where p.store_id = ${tx.storeId} and p.type = ${kind} and p.deleted_at is null
        and (p.type <> 'CUSTOM' or lower(p.title) = lower(${title}))`),
  );
}

function found(row: unknown): Present {
  return (row as Present | undefined) ?? null;
}

type At<T> = T & { at: number };
type Found = Map<number, { id: string | null; same: boolean }>;

/** Returns the records of one type, with their positions in the list. */
function numbered<T extends OneOfMany["type"]>(
  records: readonly OtherRecord[],
  type: T,
): At<RecordOf<T>>[] {
  return records.flatMap((record, at) =>
    record.type === type ? [Object.assign({}, record as RecordOf<T>, { at })] : [],
  );
}

async function findPairs(tx: Transaction, pairs: readonly At<RecordOf<"pair">>[]): Promise<Found> {
  if (pairs.length === 0) return new Map();
  const rows = await tx.rows<{ at: number; id: string; same: boolean }>(sql`
    select r.at, u.id, u.position = r.position as same
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r (at int, product text, target text, kind text, position int)
    join shop.products p on p.store_id = ${tx.storeId} and p.link = r.product and p.deleted_at is null
    join shop.products t on t.store_id = ${tx.storeId} and t.link = r.target and t.deleted_at is null
    join shop.upsells u on u.store_id = ${tx.storeId} and u.product_id = p.id and u.target_id = t.id and u.type = r.kind`);
  return new Map(rows.map(({ at, ...row }) => [at, row]));
}

async function findTranslations(
  tx: Transaction,
  records: readonly At<RecordOf<"translation">>[],
): Promise<Found> {
  if (records.length === 0) return new Map();
  const entities = await translatedThings(tx, records);
  const expected = records.flatMap(({ at, of, language }, i) => {
    const entityId = entities[i] ?? null;
    return entityId === null ? [] : [{ at, of, language, entityId }];
  });
  const rows = await tx.rows<{ at: number; id: string; fields: object }>(sql`
    select r.at, t.id, t.fields
    from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as r (at int, of text, language text, "entityId" uuid)
    cross join lateral (
      select id, fields from shop.translations where store_id = ${tx.storeId} and entity_type = r.of
        and entity_id = r."entityId" and language_code = r.language offset 0) t`);
  const fieldsOf = new Map(records.map(({ at, fields }) => [at, fields]));
  return new Map(
    rows.map(({ at, id, fields }) => [at, { id, same: sameJson(fields, fieldsOf.get(at)) }]),
  );
}

/** Returns the ids of the translated entities in the same order, with null for those that don't exist. */
export async function translatedThings(
  tx: Transaction,
  records: readonly RecordOf<"translation">[],
): Promise<(string | null)[]> {
  const expected = records.map(({ of, link, policy }, at) => ({ at, of, link, ...policy }));
  const rows = await tx.rows<{ id: string | null }>(sql`
    select case r.of
      when 'PRODUCT' then (select id from shop.products
        where store_id = ${tx.storeId} and link = r.link and deleted_at is null)
      when 'COLLECTION' then (select id from shop.collections
        where store_id = ${tx.storeId} and link = r.link and deleted_at is null)
      when 'POLICY' then (select id from shop.policies where store_id = ${tx.storeId} and type = r.kind
        and (type <> 'CUSTOM' or lower(title) = lower(r.title)) and deleted_at is null)
      else ${tx.storeId}::uuid end as id
    from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as r (at int, of text, link text, kind text, title text)
    order by r.at`);
  return rows.map(({ id }) => id);
}

/**
 * Whether a product's review `v` in the store is the review `r` of the same product in the file. A review whose author
 * was erased is recognized by title and time, because an older file still has the author's name.
 */
export const isSameReview = sql`
  v.name in (r.name, ${formerCustomer}) and v.title = r.title
  and v.created_at >= r."createdAt" and v.created_at < r."createdAt" + interval '1 millisecond'`;
/**
 * SQL condition: the author of the file's review `r` was erased in the store, but the file still has the author's name.
 * Holds even if the review was deleted or belongs to another product.
 */
export function isErasedReview({ storeId }: Transaction): Sql {
  return sql`
    r.name <> ${formerCustomer} and exists (select from shop.erased_reviews e
      where e.store_id = ${storeId} and e.hash = shop.review_hash(${storeId}, r.title, r."createdAt"))`;
}
/** If several reviews `v` match, those with the name in the file come first. */
export const byName = sql`v.name <> r.name, v.created_at, v.id`;

async function findReviews(
  tx: Transaction,
  records: readonly At<RecordOf<"review">>[],
): Promise<Found> {
  if (records.length === 0) return new Map();
  const expected = records.map(({ at, product, name, title, createdAt }) => {
    return { at, product, name, title, createdAt };
  });
  type Row = Pick<
    RecordOf<"review">,
    "rating" | "content" | "fit" | "verified" | "status" | "helpful"
  > & {
    at: number;
    id: string | null;
    replyText: string | null;
    repliedAt: Date | null;
    isErased: boolean;
  };
  const rows = await tx.rows<Row>(sql`
    select r.at, v.id, v.rating, v.content, v.fit, v.verified, v.status, v.helpful_count as helpful, v.reply as "replyText",
      v.replied_at as "repliedAt", coalesce(v.name <> r.name, true) as "isErased"
    from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as r (at int, product text, name text, title text, "createdAt" timestamptz)
    left join shop.products p on p.store_id = ${tx.storeId} and p.link = r.product and p.deleted_at is null
    left join lateral (select v.* from shop.reviews v
      where v.store_id = ${tx.storeId} and v.product_id = p.id and ${isSameReview} order by ${byName} limit 1) v on true
    where v.id is not null or ${isErasedReview(tx)}`);
  const sent = new Map(records.map((record) => [record.at, record]));
  return new Map(
    rows.map(({ at, id, replyText, repliedAt, isErased, ...text }) => {
      const reply =
        replyText === null || repliedAt === null
          ? null
          : { text: replyText, at: repliedAt.toISOString() };
      const {
        rating,
        content,
        fit,
        verified,
        status,
        helpful,
        reply: expectedReply,
      } = sent.get(at) ?? {};
      const isEqual = sameJson(
        { ...text, reply },
        { rating, content, fit, verified, status, helpful, reply: expectedReply },
      );
      return [at, { id, same: isErased || isEqual }];
    }),
  );
}
