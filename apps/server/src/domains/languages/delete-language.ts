import type { languages } from "@vetrina/contract/languages";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { readLanguage } from "./queries.ts";
import { throwDefaultLanguage } from "./update-language.ts";

/** Deletes a language with its translations. Throws DEFAULT_LANGUAGE for the default language. */
export const deleteLanguage: Handler<typeof languages.deleteLanguage> = async (ctx, { id }) => {
  await ctx.tx(async (tx) => {
    await lockStore(tx);
    // Waits for calls that are adding a translation. Later calls no longer find the language.
    await tx.run(sql`
      select from shop.store_languages where store_id = ${tx.storeId} and id = ${id} for update`);
    const present = await readLanguage(tx, tx.storeId, id);
    await requireFresh(tx, ctx, "language", present.version, async () => present);
    if (present.isDefault) throwDefaultLanguage(present);
    const translations = await tx.run(sql`
      delete from shop.translations where store_id = ${tx.storeId} and language_code = ${present.code}`);
    await tx.run(
      sql`delete from shop.store_languages where store_id = ${tx.storeId} and id = ${id}`,
    );
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "language",
      entityId: id,
      before: { code: present.code, translations },
    });
    await enqueue(tx, catalogueChanged, { tags: ["store", "catalogue", "lists", "policies"] });
  });
  ctx.services.directory.forget(ctx.store.id);
};
