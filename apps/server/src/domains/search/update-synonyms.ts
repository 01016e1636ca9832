import type { search } from "@vetrina/contract/search";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { refuseStale } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/outbox.ts";
import { readSynonyms } from "./get-synonyms.ts";
import { keptGroups, keptOff, offOf, type SynonymKey, synonymKeys } from "./synonym-groups.ts";

/** One language per stemming algorithm: a synonym matches whichever language the store uses later. */
const stemmings = ["EN", "ES", "FR", "DE", "IT", "PT", "RU", "AR", "HI", "ZH"];

/** Replaces all synonyms. */
export const updateSynonyms: Handler<typeof search.updateSynonyms> = (ctx, { body }) => {
  const groups = keptGroups(body);
  return ctx.tx(async (tx) => {
    await tx.run(
      sql`insert into shop.synonyms (store_id) values (${tx.storeId}) on conflict do nothing`,
    );
    await tx.run(sql`select from shop.synonyms where store_id = ${tx.storeId} for update`);
    const present = await readSynonyms(ctx, tx);
    await refuseStale(tx, ctx, "list of synonyms", present.version, async () => present);
    const off = body.builtInOff === undefined ? offOf(present) : keptOff(body.builtInOff);
    await tx.run(sql`
      update shop.synonyms set groups = ${JSON.stringify(groups)}, built_in_off = ${off}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId}`);
    await writeKeys(tx, synonymKeys(groups));
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "synonyms",
      entityId: null,
      before: { groups: present.groups, builtInOff: offOf(present) },
      after: { groups, builtInOff: off },
    });
    await enqueue(tx, "catalogue.changed", { tags: ["lists"] });
    return readSynonyms(ctx, tx);
  });
};

async function writeKeys(tx: Transaction, keys: readonly SynonymKey[]): Promise<void> {
  await tx.run(sql`delete from shop.synonym_keys where store_id = ${tx.storeId}`);
  // Each phrase is stemmed once per language. Joining first would stem it for each word it finds.
  await tx.run(sql`
    with known as (
      select at, phrase, finds from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) k (at int, phrase text, finds text[])),
    stemmed as materialized (
      select p.phrase, catalogue.stem_key(l.code, p.phrase) as key
      from (select distinct phrase from known) p cross join unnest(${stemmings}::text[]) l (code))
    insert into shop.synonym_keys (store_id, key, at, finds)
    select ${tx.storeId}, s.key, k.at, array_agg(distinct f)
    from known k join stemmed s on s.phrase = k.phrase cross join unnest(k.finds) f
    where s.key is not null group by s.key, k.at`);
}
