import type { search } from "@vetrina/contract/catalogue/search";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { findCollectionsByName } from "../collections/find-collections.ts";
import { translate } from "../languages/translate.ts";
import { queryOfStore } from "../languages/words-query.ts";
import { readCards } from "../listing/cards.ts";
import { correctWords } from "../listing/words/correct-words.ts";
import { inSearchTurn, mayFindMore } from "../listing/costly-searches.ts";
import { findByWords, type WordSearch } from "../listing/find-by-words.ts";
import { bestFound, type SearchInput } from "../listing/found-products.ts";
import { createShopperShares } from "../listing/shopper-shares.ts";
import { publishedProducts } from "../products/read-product.ts";
import { publishedWords } from "../listing/words/word-tables.ts";

const source = { listed: publishedProducts, words: publishedWords };

/** Limits how many shoppers' suggestions are read at once, because each runs several statements at the same time. */
const inShares = createShopperShares();

/**
 * Suggests words, products and collections for a partial search text. Corrects typos if no product is found. If the text
 * finds many products, the statements run one after the other in the store's turn.
 */
export const listSuggestions: Handler<typeof search.listSuggestions> = async (
  ctx,
  { query, language, limit },
) => {
  const from = ctx.catalogue;
  const storeId = ctx.store.id;
  const parsed = await findByWords(ctx, from, source, { text: query, language });
  if (parsed === null) return { words: [], products: [], collections: [] };
  const { words } = parsed;
  const search = await parsed.input();
  const find = async (input: SearchInput) => {
    const rows = await from.rows<{ id: string }>(
      bestFound({ source: publishedProducts, storeId }, input, limit),
    );
    return rows.map(({ id }) => id);
  };
  const read = async (isCostly: boolean) => {
    const completed = completions(from, storeId, parsed, limit);
    if (isCostly) await completed;
    const ids = find(search);
    if (isCostly) await ids;
    const named = { words, language: parsed.language, limit };
    return Promise.all([completed, ids, findCollectionsByName(ctx, named)]);
  };
  const [completed, typed, collections] = await inSearchTurn(ctx, search, (isCostly) =>
    inShares(ctx, () => read(isCostly)),
  );
  const ids = typed.length > 0 ? typed : await findCorrected(ctx, parsed, find);
  const named = collections.map(({ id, link, name }) => ({ id, link, name }));
  return {
    words: completed,
    products: await readCards(ctx, from, publishedProducts, ids, language),
    collections: await translate(ctx, "COLLECTION", named, language),
  };
};

async function findCorrected(
  ctx: Context,
  { words, language, input }: WordSearch,
  find: (search: SearchInput) => Promise<string[]>,
): Promise<string[]> {
  const instead = await inShares(ctx, () =>
    correctWords(ctx.catalogue, ctx.store.id, language, words),
  );
  const search = await input(instead);
  if (!(await mayFindMore(ctx, ctx.catalogue, search, 0))) return [];
  return inSearchTurn(ctx, search, () => inShares(ctx, () => find(search)));
}

/** Maximum number of words examined, shortest first, because short words are searched most often. */
const maxWords = 30;

/** Completes the text's last word with words that occur together with the previous ones. */
async function completions(
  from: Queryable,
  storeId: string,
  { words, language }: WordSearch,
  limit: number,
): Promise<string[]> {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  const languages = ["", ...(language === null ? [] : [language])];
  const needed = before.map((word) => `'${word.replaceAll(/[\\']/g, "$&$&")}'`).join(" & ");
  const found = await from.rows<{ shown: string; query: string; needed: string }>(sql`
    select w.shown, n.needed::text, (case when n.needed = '' then q.query else n.needed && q.query end)::text as query
    from (
      select distinct on (length(w.word), w.word) w.word, w.shown from catalogue.search_words w
      where w.store_id = ${storeId} and w.language_code = any(${languages}::text[])
        and w.word > ${last} and w.word < ${last} || U&'\\+10FFFF'
      order by length(w.word), w.word limit ${maxWords}) w
    cross join lateral (select to_tsquery('simple', '''' || w.word || '''') as query) q
    cross join (select to_tsquery('simple', ${needed}) as needed) n
    order by length(w.word), w.word`);
  const [first] = found;
  if (first === undefined) return [];
  const occurs = (query: Sql, ofStore: Sql, ofTranslations: Sql) =>
    sql`(exists (select from catalogue.product_words p where p.store_id = ${storeId} and p.search @@ ${query}
        and catalogue.words_of_store(p.store_id, p.search) @@ ${ofStore})
      or ${language}::text is not null and exists (select from catalogue.translated_words t
        where t.store_id = ${storeId} and t.language_code = ${language} and t.search @@ ${query}
          and catalogue.words_of_store(t.store_id, t.search, t.language_code) @@ ${ofTranslations}))`;
  const ofStore = (query: string) => queryOfStore(storeId, query);
  const ofTranslations = (query: string) => queryOfStore(storeId, query, language ?? "");
  const queries = found.map(({ query }) => query);
  // Looks for the previous words once, not with each word that might follow them.
  const isBegun =
    before.length === 0
      ? sql`true`
      : occurs(
          sql`${first.needed}::tsquery`,
          sql`${ofStore(first.needed)}::tsquery`,
          sql`${ofTranslations(first.needed)}::tsquery`,
        );
  const rows = await from.rows<{ shown: string }>(sql`
    select q.shown from (
      select * from unnest(${found.map(({ shown }) => shown)}::text[], ${queries}::tsquery[], ${queries.map(ofStore)}::tsquery[],
        ${queries.map(ofTranslations)}::tsquery[]) with ordinality q (shown, query, of_store, of_translations, place)
      where ${isBegun} order by place offset 0) q
    where ${occurs(sql`q.query`, sql`q.of_store`, sql`q.of_translations`)}
    order by q.place limit ${limit}`);
  return rows.map(({ shown }) => [...before, shown].join(" "));
}
