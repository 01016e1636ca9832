import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { newId } from "../../../platform/id.ts";
import {
  addCollectionLinks,
  lockCollection,
  settleCollection,
  writeProductsOf,
} from "../../collections/change-collection.ts";
import { createCollection } from "../../collections/create-collection.ts";
import { updateCollection } from "../../collections/update-collection.ts";
import { createLocation } from "../../inventory/create-location.ts";
import { updateLocation } from "../../inventory/update-location.ts";
import { createLanguage } from "../../languages/create-language.ts";
import { updateLanguage } from "../../languages/update-language.ts";
import { writeTranslations } from "../../languages/write-translations.ts";
import { updateMenu } from "../../menus/update-menu.ts";
import { importVersions } from "../../policies/import-versions.ts";
import { insertPolicy } from "../../policies/create-policy.ts";
import { readPolicy, textOf } from "../../policies/policy-rows.ts";
import { changePolicy } from "../../policies/update-policy.ts";
import { findUnpublishedPictures, importReviews } from "../../reviews/import-reviews.ts";
import { updateSynonyms } from "../../search/update-synonyms.ts";
import { lockStore } from "../../../platform/database/lock-store.ts";
import { updateStore } from "../../stores/update-store.ts";
import { createUpsell } from "../../upsells/create-upsell.ts";
import { updateUpsell } from "../../upsells/update-upsell.ts";
import type { Counts } from "../import-file.ts";
import { linksOf } from "./menu-items.ts";
import type { Named } from "./named.ts";
import { checkNames, type Lined } from "./check-names.ts";
import {
  findRecords,
  keyOf,
  type OtherRecord,
  type Present,
  translatedThings,
} from "./find-records.ts";
import type { MenuItem, RecordOf } from "./records.ts";

type Done = keyof Counts;

/**
 * Counts the records that the import would create, update or leave unchanged. Reports the errors that checkNames()
 * finds, and reviews that can't be approved because staff have not approved their pictures.
 */
export async function checkOthers(
  ctx: Context,
  tx: Transaction,
  lines: readonly Lined[],
  named: Named,
): Promise<Done[]> {
  await checkNames(tx, lines, named);
  const records = lines.map(({ record }) => record);
  const present = await findRecords(ctx, tx, records, named);
  for (const i of await approvedUnseen(tx, records, present, { lock: false }))
    lines[i]?.addError("status", unseenPictures);
  return present.map(doneOf);
}

const unseenPictures =
  "This review has pictures and isn't approved in the store. Look at them and approve it there, or change its status in the file.";

/** Returns the indexes of reviews that the file approves, but that are unpublished in the store and have pictures. */
async function approvedUnseen(
  tx: Transaction,
  records: readonly OtherRecord[],
  present: readonly Present[],
  options: { lock: boolean },
): Promise<ReadonlySet<number>> {
  const ids = new Map<number, string>();
  for (const [i, record] of records.entries()) {
    const { id = null, same = true } = present[i] ?? {};
    if (record.type === "review" && record.status === "APPROVED" && !same && id !== null)
      ids.set(i, id);
  }
  const unpublished = await findUnpublishedPictures(tx, [...ids.values()], options);
  return new Set([...ids.keys()].filter((i) => unpublished.has(ids.get(i) ?? "")));
}

/**
 * Writes records in the transaction, most types with the API's handlers. Calls `refused` with the line and error of
 * each record that can't be written. `copiedBytes`: the size of the original product texts that were indexed for
 * translations that lack them.
 */
export async function writeOthers(
  ctx: Context,
  tx: Transaction,
  lines: readonly { line: number; record: OtherRecord }[],
  named: Named,
  refused: (line: number, error: unknown) => void,
): Promise<{ done: Done[]; copiedBytes: number }> {
  const records = lines.map(({ record }) => record);
  const present = await findRecords(ctx, tx, records, named);
  const unseen = await approvedUnseen(tx, records, present, { lock: true });
  const reviews: FoundReview[] = [];
  const translations: { line: number; record: RecordOf<"translation"> }[] = [];
  for (const [i, { line, record }] of lines.entries()) {
    const there = present[i] ?? null;
    if (there?.same === true) continue;
    if (unseen.has(i)) refused(line, new ApiFailure("VALIDATION_FAILED", unseenPictures));
    else if (record.type === "review") reviews.push({ id: there?.id ?? newId(), ...record });
    else if (record.type === "translation") translations.push({ line, record });
    else
      try {
        await write(ctx, tx, record, there?.id ?? null, named);
      } catch (error) {
        refused(line, error);
      }
  }
  const copiedBytes = await writeTranslationRecords(ctx, tx, translations, refused);
  await writeReviews(tx, reviews);
  return { done: present.map(doneOf), copiedBytes };
}

function doneOf(present: Present): Done {
  if (present === null) return "created";
  return present.same ? "unchanged" : "updated";
}

async function write(
  ctx: Context,
  tx: Transaction,
  record: Exclude<OtherRecord, { type: "review" | "translation" }>,
  id: string | null,
  named: Named,
): Promise<void> {
  const storeId = tx.storeId;
  switch (record.type) {
    case "location": {
      const { type: _type, code, ...body } = record;
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
    case "header":
      await updateStore(ctx, { id: storeId, body: { navigation: record.links } });
      return;
    case "facts":
      await updateStore(ctx, { id: storeId, body: factsOf(record) });
      return;
    case "policy":
      return writePolicy(ctx, tx, record, id);
    case "synonyms":
      await updateSynonyms(ctx, { storeId, body: synonymsOf(record) });
      return;
  }
}

function factsOf({ type: _type, ...facts }: RecordOf<"facts">) {
  return facts;
}

function synonymsOf({ type: _type, ...synonyms }: RecordOf<"synonyms">) {
  return synonyms;
}

/** Writes a policy with its earlier versions, even if the store already has the policy. */
async function writePolicy(
  ctx: Context,
  tx: Transaction,
  { kind: type, title, content, since, earlier }: RecordOf<"policy">,
  known: string | null,
): Promise<void> {
  await lockStore(tx);
  // An earlier line of the same step may have created the policy.
  const id = known ?? (await policyNamed(tx, type, title));
  if (id === null) {
    await insertPolicy(tx, ctx, { type, title, content }, { earlier, since });
    return;
  }
  await importVersions(tx, ctx, id, [...earlier, { title, content, at: since }]);
  const present = await readPolicy(tx, id);
  if (present.title !== title || present.content !== textOf(content))
    await changePolicy(tx, ctx, present, { title, content });
}

async function policyNamed(tx: Transaction, type: string, title: string): Promise<string | null> {
  const row = await tx.row<{ id: string }>(sql`
    select id from shop.policies where store_id = ${tx.storeId} and type = ${type} and deleted_at is null
      and (type <> 'CUSTOM' or lower(title) = lower(${title}))`);
  return row?.id ?? null;
}

/**
 * Writes a collection: first its hand-picked products, then its fields with the rule. A collection with a rule keeps
 * these products, and shows them again once the rule is removed.
 */
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
  await addCollectionLinks(tx, id, record.formerLinks);
  if (known !== null || rule !== null) await updateCollection(ctx, { id, body });
  else {
    await lockCollection(ctx, tx, id);
    await settleCollection(tx, ctx, id);
  }
}

async function mediaOf(tx: Transaction, key: string | null): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    sql`select id from shop.media where store_id = ${tx.storeId} and key = ${key}`,
  );
  return row?.id ?? null;
}

/** Runs one write for each type of translated entity. */
async function writeTranslationRecords(
  ctx: Context,
  tx: Transaction,
  lines: readonly { line: number; record: RecordOf<"translation"> }[],
  refused: (line: number, error: unknown) => void,
): Promise<number> {
  const things = await translatedThings(
    tx,
    lines.map(({ record }) => record),
  );
  const translated = lines.map(({ line, record: { of, language, fields } }, i) => {
    return { line, of, entityId: things[i] ?? newId(), languageCode: language, fields };
  });
  let copied = 0;
  for (const [of, some] of Map.groupBy(translated, (one) => one.of))
    copied += await writeTranslations(tx, ctx, of, some, (at, error) =>
      refused(some[at]?.line ?? 0, error),
    );
  return copied;
}

type FoundReview = RecordOf<"review"> & { id: string };

/** Writes reviews. If the file contains a review twice, only the last one is written. */
async function writeReviews(tx: Transaction, records: readonly FoundReview[]): Promise<void> {
  const byIdentity = new Map(
    records.map((record) => [
      JSON.stringify([record.product, record.name, record.title, record.createdAt]),
      record,
    ]),
  );
  await importReviews(tx, [...byIdentity.values()]);
}

/**
 * Returns the products' ids in the order of the links. The check has already reported unknown links. If a product was
 * deleted since, returns an id that no product has, so that the write fails.
 */
async function productIds(tx: Transaction, links: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; link: string }>(sql`
    select id, link from shop.products where store_id = ${tx.storeId} and link = any(${links}) and deleted_at is null`);
  const ids = new Map(rows.map(({ id, link }) => [link, id]));
  return [...new Set(links)].map((link) => ids.get(link) ?? newId());
}

type ItemWithId = {
  label: string | null;
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
