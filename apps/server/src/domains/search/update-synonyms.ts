import type { search } from "@vetrina/contract/catalogue/search";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { readSynonyms } from "./get-synonyms.ts";
import { keptGroups, keptOff, offOf, type SynonymKey, synonymKeys } from "./synonym-groups.ts";

/** One language per stemming algorithm, so that a synonym matches whatever language the store uses later. */
const stemmings = ["EN", "ES", "FR", "DE", "IT", "PT", "RU", "AR", "HI", "ZH"];

/** Replaces the store's groups of synonyms and, if sent, the list of disabled built-in groups. */
export const updateSynonyms: Handler<typeof search.updateSynonyms> = (ctx, { body }) => {
  const groups = keptGroups(body);
  return ctx.tx(async (tx) => {
    await tx.run(
      sql`insert into shop.synonyms (store_id) values (${tx.storeId}) on conflict do nothing`,
    );
    await tx.run(sql`select from shop.synonyms where store_id = ${tx.storeId} for update`);
    const present = await readSynonyms(ctx, tx);
    await requireFresh(tx, ctx, "list of synonyms", present.version, async () => present);
    const off = body.disabledBuiltIn === undefined ? offOf(present) : keptOff(body.disabledBuiltIn);
    await tx.run(sql`
      update shop.synonyms set groups = ${JSON.stringify(groups)}, disabled_built_in = ${off}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId}`);
    await writeKeys(tx, synonymKeys(groups));
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "synonyms",
      entityId: null,
      before: { groups: present.groups, disabledBuiltIn: offOf(present) },
      after: { groups, disabledBuiltIn: off },
    });
    await enqueue(tx, catalogueChanged, { tags: ["lists"] });
    return readSynonyms(ctx, tx);
  });
};

async function writeKeys(tx: Transaction, keys: readonly SynonymKey[]): Promise<void> {
  await tx.run(sql`delete from shop.synonym_keys where store_id = ${tx.storeId}`);
  // The materialized step stems each phrase once per language. After the join, a phrase is repeated for each of its
  // synonyms.
  await tx.run(sql`
    with known as (
      select at, phrase, synonyms from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) k (at int, phrase text, synonyms text[])),
    stemmed as materialized (
      select p.phrase, catalogue.stem_key(l.code, p.phrase) as key
      from (select distinct phrase from known) p cross join unnest(${stemmings}::text[]) l (code))
    insert into shop.synonym_keys (store_id, key, at, synonyms)
    select ${tx.storeId}, s.key, k.at, array_agg(distinct synonym)
    from known k join stemmed s on s.phrase = k.phrase cross join unnest(k.synonyms) synonym
    where s.key is not null group by s.key, k.at`);
}
