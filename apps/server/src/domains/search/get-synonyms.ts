import type { Synonyms, search } from "@vetrina/contract/catalogue/search";
import type { Context } from "../../platform/context.ts";
import { builtInSynonyms } from "../listing/words/search-terms.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";

export const getSynonyms: Handler<typeof search.getSynonyms> = (ctx) =>
  ctx.tx((tx) => readSynonyms(ctx, tx));

/**
 * Reads the store's current synonyms; empty, with version 0, until they are first written. Throws NOT_FOUND for callers
 * who aren't staff.
 */
export async function readSynonyms({ store }: Context, tx: Queryable): Promise<Synonyms> {
  const row = await tx.row<Pick<Synonyms, "groups" | "version"> & { off: string[] }>(sql`
    select coalesce(s.groups, '[]') as groups, coalesce(s.version, 0) as version, coalesce(s.disabled_built_in, '{}') as off
    from (select where shop.current_scope() in ('staff', 'system')) staff
    left join shop.synonyms s on s.store_id = ${store.id}`);
  if (row === undefined) throw notFound("store");
  const { groups, version, off } = row;
  const builtIn = builtInSynonyms.map((words) => {
    const [name = ""] = words;
    return { name, words: [...words], isEnabled: !off.includes(name) };
  });
  return { groups, builtIn, version };
}
