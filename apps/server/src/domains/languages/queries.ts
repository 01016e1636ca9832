import type { StoreLanguage, Translation, languages } from "@vetrina/contract/languages";
import type { Transaction } from "../../platform/context.ts";
import { joinSql, type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";
import type { Handler } from "../../platform/http/routes.ts";

type LanguageRow = Omit<StoreLanguage, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

const languageColumns = sql`store_id as "storeId", id, code, is_default as "isDefault", is_published as "isPublished", version,
  created_at as "createdAt", updated_at as "updatedAt"`;

export const listLanguages: Handler<typeof languages.listLanguages> = async ({
  catalogue,
  store,
}) => {
  const rows = await catalogue.rows<LanguageRow>(sql`
    select ${languageColumns} from catalogue.languages where store_id = ${store.id} order by is_default desc, code`);
  return { items: rows.map(withTimes) };
};

export const getLanguage: Handler<typeof languages.getLanguage> = ({ catalogue, store }, { id }) =>
  readLanguage(catalogue, store.id, id);

/** Throws NOT_FOUND. */
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

type TranslationRow = Omit<Translation, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

const columns = sql`t.store_id as "storeId", t.id, t.entity_type as "entityType", t.entity_id as "entityId",
  t.language_code as "languageCode", t.fields, t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"`;

/** Staff also get translations of drafts and into unpublished languages. */
export const listTranslations: Handler<typeof languages.listTranslations> = (ctx, query) => {
  if (ctx.seesMore) return ctx.tx((tx) => list(tx, sql`shop.translations`, ctx.store.id, query));
  return list(ctx.catalogue, sql`catalogue.translations`, ctx.store.id, query);
};

async function list(
  from: Queryable,
  source: Sql,
  storeId: string,
  { entityType, entityId, languageCode, page, limit }: Parameters<typeof listTranslations>[1],
) {
  const matching = joinSql(
    [
      sql`t.store_id = ${storeId}`,
      ...(entityType === undefined ? [] : [sql`t.entity_type = ${entityType}`]),
      ...(entityId === undefined ? [] : [sql`t.entity_id = ${entityId}`]),
      ...(languageCode === undefined ? [] : [sql`t.language_code = ${languageCode}`]),
    ],
    " and ",
  );
  const ofPage = sql`
    from ${source} t where ${matching} order by t.id limit ${limit} offset ${(page - 1) * limit}`;
  await requirePageSize(from, sql`select t.bytes ${ofPage}`);
  const rows = await from.rows<TranslationRow>(sql`select ${columns} ${ofPage}`);
  const count = await from.row<{ total: number }>(
    sql`select count(*)::int as total from ${source} t where ${matching}`,
  );
  return { items: rows.map(withTimes), page, limit, total: count?.total ?? 0 };
}

/** Locks the translation until the transaction ends. Throws NOT_FOUND. */
export async function lockTranslation(tx: Transaction, id: string): Promise<Translation> {
  const row = await tx.row<TranslationRow>(sql`
    select ${columns} from shop.translations t where t.store_id = ${tx.storeId} and t.id = ${id} for no key update`);
  if (row === undefined) throw notFound("translation");
  return withTimes(row);
}

function withTimes<Row extends { createdAt: Date; updatedAt: Date }>({
  createdAt,
  updatedAt,
  ...row
}: Row) {
  return Object.assign(row, {
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
}
