import { type Sql, sql } from "../../../platform/database/sql.ts";

/** The tables with the words of products' original texts (`own`) and of their translations. */
export type WordTables = { own: Sql; translated: Sql };

/** The words of published products, for everyone. */
export const publishedWords: WordTables = {
  own: sql`catalogue.product_words`,
  translated: sql`catalogue.translated_words`,
};

/** The words of all products, for the store's staff and the system. */
export const allWords: WordTables = {
  own: sql`door.own_product_words`,
  translated: sql`door.own_translated_words`,
};
