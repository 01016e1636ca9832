import type { TranslatableType } from "@vetrina/contract/enumerations";
import type { languages } from "@vetrina/contract/languages";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField, notFound } from "../../platform/errors.ts";
import type { Verb } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/outbox.ts";
import { lockTranslation } from "./queries.ts";
import { changeFields } from "./change-fields.ts";
import { navigationLabels } from "./navigation-labels.ts";

/** Throws NOT_FOUND for a thing that is not the store's, ALREADY_EXISTS with the id of the translation that is there. */
export const createTranslation: Verb<typeof languages.createTranslation> = (ctx, { body }) => {
  const { entityType, entityId, languageCode } = body;
  return ctx.tx(async (tx) => {
    await requireLanguage(tx, languageCode);
    const words = await requireThing(tx, entityType, entityId);
    const fields = changeFields(entityType, {}, body.fields, words);
    const id = newId();
    const made = await tx.run(sql`
      insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${entityType}, ${entityId}, ${languageCode}, ${JSON.stringify(fields)}, ${ctx.now()}, ${ctx.now()})
      on conflict (store_id, entity_type, entity_id, language_code) do nothing`);
    if (made === 0) throw await alreadyThere(tx, entityType, entityId, languageCode);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "translation",
      entityId: id,
      after: { entityType, entityId, languageCode, fields: Object.keys(fields) },
    });
    await enqueue(tx, "catalogue.changed", { tags: tagsOf(entityType, entityId) });
    return lockTranslation(tx, id);
  });
};

/** Shared with its removal, so that no translation is left of a language that goes at the same moment. */
async function requireLanguage(tx: Transaction, code: string): Promise<void> {
  const row = await tx.row<{ isDefault: boolean }>(sql`
    select is_default as "isDefault" from shop.store_languages where store_id = ${tx.storeId} and code = ${code} for share`);
  if (row === undefined)
    throw invalidField("languageCode", "The store does not speak this language. Add it first.");
  if (row.isDefault)
    throw invalidField("languageCode", "The originals are in this language. Change them instead.");
}

/** The words that can be translated of a thing of words; null where its fields are told by its type. Throws NOT_FOUND. */
export async function requireThing(
  tx: Transaction,
  type: TranslatableType,
  id: string,
): Promise<ReadonlySet<string> | null> {
  switch (type) {
    case "NAVIGATION": {
      const row = await tx.row<{ labels: string[] }>(sql`
        select array(${navigationLabels}) as labels
        from shop.stores s where s.id = ${tx.storeId} and s.id = ${id}`);
      if (row === undefined) throw notFound("store");
      return new Set(row.labels);
    }
    case "OPTION":
      if (id !== tx.storeId) throw notFound("store");
      return null;
    case "PRODUCT":
    case "COLLECTION":
    case "POLICY": {
      const row = await tx.row(sql`
        select from ${tables[type]} where store_id = ${tx.storeId} and id = ${id} and deleted_at is null for share`);
      if (row === undefined) throw notFound(type.toLowerCase());
      return null;
    }
  }
}

const tables = {
  PRODUCT: sql`shop.products`,
  COLLECTION: sql`shop.collections`,
  POLICY: sql`shop.policies`,
};

/** What is shown otherwise once a translation changes. */
export function tagsOf(type: TranslatableType, id: string): string[] {
  switch (type) {
    case "PRODUCT":
      return [`product:${id}`, "lists"];
    case "COLLECTION":
      return [`collection:${id}`, "lists"];
    case "POLICY":
      return ["policies"];
    case "OPTION":
      return ["catalogue", "lists"];
    case "NAVIGATION":
      return ["store"];
  }
}

async function alreadyThere(
  tx: Transaction,
  type: TranslatableType,
  entityId: string,
  code: string,
): Promise<ApiFailure> {
  const row = await tx.row<{ id: string }>(sql`
    select id from shop.translations
    where store_id = ${tx.storeId} and entity_type = ${type} and entity_id = ${entityId} and language_code = ${code}`);
  return new ApiFailure("ALREADY_EXISTS", "This is translated already. Change the translation.", {
    id: row?.id ?? null,
  });
}
