import type { Synonyms, search } from "@vetrina/contract/search";
import type { Context } from "../../platform/context.ts";
import type { Verb } from "../../platform/http/routes.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";

export const getSynonyms: Verb<typeof search.getSynonyms> = (ctx) =>
  ctx.tx((tx) => readSynonyms(ctx, tx));

/** The store's synonyms as they are now; none, of version 0, before they are first written. */
export async function readSynonyms({ store }: Context, tx: Queryable): Promise<Synonyms> {
  const row = await tx.row<Synonyms>(
    sql`select groups, version from shop.synonyms where store_id = ${store.id}`,
  );
  return row ?? { groups: [], version: 0 };
}
