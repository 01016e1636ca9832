import type { languages } from "@vetrina/contract/languages";
import { joinSql, type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { translationColumns, type TranslationRow, withTimes } from "./queries.ts";

/** Lists translations. Staff also get those of drafts and those into unpublished languages. */
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
  const rows = await from.rows<TranslationRow>(sql`select ${translationColumns} ${ofPage}`);
  const count = await from.row<{ total: number }>(
    sql`select count(*)::int as total from ${source} t where ${matching}`,
  );
  return { items: rows.map(withTimes), page, limit, total: count?.total ?? 0 };
}
