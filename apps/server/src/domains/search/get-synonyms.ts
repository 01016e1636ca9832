import type { Synonyms, search } from "@vetrina/contract/search";
import type { Context } from "../../platform/context.ts";
import { builtInSynonyms } from "../products/search-terms.ts";
import type { Verb } from "../../platform/http/routes.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";

export const getSynonyms: Verb<typeof search.getSynonyms> = (ctx) =>
  ctx.tx((tx) => readSynonyms(ctx, tx));

/** The store's synonyms as they are now; none, of version 0, before they are first written. */
export async function readSynonyms({ store }: Context, tx: Queryable): Promise<Synonyms> {
  const row = await tx.row<Pick<Synonyms, "groups" | "version"> & { off: string[] }>(
    sql`select groups, version, built_in_off as off from shop.synonyms where store_id = ${store.id}`,
  );
  const { groups, version, off } = row ?? { groups: [], version: 0, off: [] };
  const builtIn = builtInSynonyms.map((words) => {
    const [name = ""] = words;
    return { name, words: [...words], isOn: !off.includes(name) };
  });
  return { groups, builtIn, version };
}
