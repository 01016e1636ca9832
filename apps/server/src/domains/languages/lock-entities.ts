import type { LanguageCode, TranslatableType } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { type ApiFailure, invalidField } from "../../platform/errors.ts";
import { navigationLabels } from "./navigation-labels.ts";

/** For each language: null if translations into it are allowed, otherwise the error. */
export type Refusals = ReadonlyMap<LanguageCode, ApiFailure | null>;

/** Locks the languages against deletion, so that no translations remain in a deleted language. */
export async function lockLanguages(
  tx: Transaction,
  codes: readonly LanguageCode[],
): Promise<Refusals> {
  const rows = await tx.rows<{ code: LanguageCode; isDefault: boolean }>(sql`
    select code, is_default as "isDefault" from shop.store_languages
    where store_id = ${tx.storeId} and code = any(${codes}::text[]) order by code for share`);
  const available = new Map(rows.map(({ code, isDefault }) => [code, isDefault]));
  return new Map(codes.map((code) => [code, refusalOf(available.get(code))]));
}

function refusalOf(isDefault: boolean | undefined): ApiFailure | null {
  if (isDefault === undefined)
    return invalidField("languageCode", "The store does not have this language. Add it first.");
  return isDefault
    ? invalidField(
        "languageCode",
        "The originals are in this language. Change the originals instead.",
      )
    : null;
}

/** For the store's navigation, the labels that can be translated; null for other types, which have no such list. */
type Translatable = ReadonlySet<string> | null;

/**
 * Returns the entities that belong to the store. Locks products, collections and policies against deletion until the
 * transaction ends.
 */
export async function lockEntities(
  tx: Transaction,
  type: TranslatableType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Translatable>> {
  switch (type) {
    case "NAVIGATION": {
      if (!ids.includes(tx.storeId)) return new Map();
      const row = await tx.row<{ labels: string[] }>(sql`
        select array(${navigationLabels}) as labels from shop.stores s where s.id = ${tx.storeId}`);
      return new Map([[tx.storeId, new Set(row?.labels)]]);
    }
    case "OPTION":
      return new Map(ids.includes(tx.storeId) ? [[tx.storeId, null]] : []);
    case "PRODUCT":
    case "COLLECTION":
    case "POLICY": {
      const rows = await tx.rows<{ id: string }>(sql`
        select id from ${tables[type]}
        where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) and deleted_at is null order by id for share`);
      return new Map(rows.map(({ id }) => [id, null]));
    }
  }
}

const tables = {
  PRODUCT: sql`shop.products`,
  COLLECTION: sql`shop.collections`,
  POLICY: sql`shop.policies`,
};
