import type { StoreLanguage, Translation } from "@vetrina/contract/languages";
import type { Transaction } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

export type LanguageRow = Omit<StoreLanguage, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

export const languageColumns = sql`store_id as "storeId", id, code, is_default as "isDefault", is_published as "isPublished", version,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Reads one language. Throws NOT_FOUND. */
export async function readLanguage(
  from: Queryable,
  storeId: string,
  id: string,
): Promise<StoreLanguage> {
  const row = await from.row<LanguageRow>(sql`
    select ${languageColumns} from catalogue.languages where store_id = ${storeId} and id = ${id}`);
  if (row === undefined) throw notFound("language");
  return withTimes(row);
}

export type TranslationRow = Omit<Translation, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

export const translationColumns = sql`t.store_id as "storeId", t.id, t.entity_type as "entityType", t.entity_id as "entityId",
  t.language_code as "languageCode", t.fields, t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"`;

/** Reads a translation and locks it until the transaction ends. Throws NOT_FOUND. */
export async function lockTranslation(tx: Transaction, id: string): Promise<Translation> {
  const row = await tx.row<TranslationRow>(sql`
    select ${translationColumns} from shop.translations t where t.store_id = ${tx.storeId} and t.id = ${id} for no key update`);
  if (row === undefined) throw notFound("translation");
  return withTimes(row);
}

export function withTimes<Row extends { createdAt: Date; updatedAt: Date }>({
  createdAt,
  updatedAt,
  ...row
}: Row) {
  return Object.assign(row, {
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
}
