import type { LanguageCode, TranslatableType } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { type ApiFailure, invalidField } from "../../platform/errors.ts";
import { navigationLabels } from "./navigation-labels.ts";

/** Why one can't translate into each of these languages; null for those one can. */
export type Refusals = ReadonlyMap<LanguageCode, ApiFailure | null>;

/** Shared with a language's removal, so that no translation is left of one that goes at the same moment. */
export async function lockLanguages(
  tx: Transaction,
  codes: readonly LanguageCode[],
): Promise<Refusals> {
  const rows = await tx.rows<{ code: LanguageCode; isDefault: boolean }>(sql`
    select code, is_default as "isDefault" from shop.store_languages
    where store_id = ${tx.storeId} and code = any(${codes}::text[]) order by code for share`);
  const spoken = new Map(rows.map(({ code, isDefault }) => [code, isDefault]));
  return new Map(codes.map((code) => [code, refusalOf(spoken.get(code))]));
}

function refusalOf(isDefault: boolean | undefined): ApiFailure | null {
  if (isDefault === undefined)
    return invalidField("languageCode", "The store does not speak this language. Add it first.");
  return isDefault
    ? invalidField("languageCode", "The originals are in this language. Change them instead.")
    : null;
}

/** What can be translated of a thing: the words of a thing of words; null where its fields are told by its type. */
type Translatable = ReadonlySet<string> | null;

/** Those of the things that are the store's, kept from removal until the transaction ends. */
export async function lockThings(
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
