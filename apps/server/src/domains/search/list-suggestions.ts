import type { search } from "@vetrina/contract/catalogue/search";
import type { Context } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { findCollectionsByName } from "../collections/find-collections.ts";
import { translate } from "../languages/translate.ts";
import { readCards } from "../listing/cards.ts";
import { correctWords } from "../listing/words/correct-words.ts";
import { inSearchTurn } from "../listing/costly-searches.ts";
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
  const find = async (input: SearchInput) => {
    const rows = await from.rows<{ id: string }>(
      bestFound({ source: publishedProducts, storeId }, input, limit),
    );
    return rows.map(({ id }) => id);
  };
  const read = async (isCostly: boolean) => {
    const completed = completions(from, storeId, parsed, limit);
    if (isCostly) await completed;
    const ids = find(parsed.input());
    if (isCostly) await ids;
    const named = { words, language: parsed.language, limit };
    return Promise.all([completed, ids, findCollectionsByName(from, storeId, named)]);
  };
  const [completed, typed, collections] = await inSearchTurn(ctx, parsed.input(), (isCostly) =>
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
  const search = input(instead);
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
  const needed = before.map((word) => `'${word.replaceAll(/[\\']/g, "$&$&")}' & `).join("");
  const rows = await from.rows<{ shown: string }>(sql`
    select w.shown from (
      select distinct on (length(w.word), w.word) w.word, w.shown from catalogue.search_words w
      where w.store_id = ${storeId} and w.language_code = any(${languages}::text[])
        and w.word > ${last} and w.word < ${last} || U&'\\+10FFFF'
      order by length(w.word), w.word limit ${maxWords}) w
    cross join lateral (select to_tsquery('simple', ${needed} || '''' || w.word || '''') as query offset 0) q
    where exists (select from catalogue.product_words p where p.store_id = ${storeId} and p.search @@ q.query
        and catalogue.words_of_store(p.store_id, p.search) @@ catalogue.query_of_store(${storeId}, q.query))
      or ${language}::text is not null and exists (select from catalogue.translated_words t
        where t.store_id = ${storeId} and t.language_code = ${language} and t.search @@ q.query
          and catalogue.words_of_store(t.store_id, t.search, t.language_code)
            @@ catalogue.query_of_store(${storeId}, q.query, ${language}))
    order by length(w.word), w.word limit ${limit}`);
  return rows.map(({ shown }) => [...before, shown].join(" "));
}
