import type { TranslatableType } from "@vetrina/contract/enumerations";
import type { languages } from "@vetrina/contract/languages";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { sanitizeAhead } from "../../platform/rich-text/sanitize-ahead.ts";
import { noteCopiedProse } from "./note-copied-prose.ts";
import { lockTranslation } from "./queries.ts";
import { changeFields, richFields } from "./change-fields.ts";
import { lockLanguages, lockEntities } from "./lock-entities.ts";

/**
 * Creates a translation. Throws NOT_FOUND if the store has no such entity, ALREADY_EXISTS with the id of an existing
 * translation, and PERMISSION_NOT_HELD for a policy if the caller may not change policies.
 */
export const createTranslation: Handler<typeof languages.createTranslation> = async (
  ctx,
  { body },
) => {
  const { entityType, entityId, languageCode } = body;
  requirePermission(ctx, entityType);
  return sanitizeAhead(ctx, richFields(entityType, body.fields), () =>
    ctx.tx(async (tx) => {
      const refusal = (await lockLanguages(tx, [languageCode])).get(languageCode) ?? null;
      if (refusal !== null) throw refusal;
      const words = await requireThing(tx, entityType, entityId);
      const fields = changeFields(entityType, {}, body.fields, words);
      const id = newId();
      const made = await tx.run(sql`
      insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${entityType}, ${entityId}, ${languageCode}, ${JSON.stringify(fields)}, ${ctx.now()}, ${ctx.now()})
      on conflict (store_id, entity_type, entity_id, language_code) do nothing`);
      if (made === 0) throw await alreadyThere(tx, entityType, entityId, languageCode);
      if (entityType === "PRODUCT") await noteCopiedProse(tx, [entityId], [languageCode]);
      await audit(tx, ctx, {
        action: "CREATE",
        entityType: "translation",
        entityId: id,
        after: { entityType, entityId, languageCode, fields: Object.keys(fields) },
      });
      await enqueue(tx, catalogueChanged, { tags: tagsOf(entityType, entityId) });
      return lockTranslation(tx, id);
    }),
  );
};

/** Translating a policy requires the same permission as changing it. Throws PERMISSION_NOT_HELD. */
export function requirePermission({ seesMore }: Context, type: TranslatableType): void {
  if (type !== "POLICY" || seesMore) return;
  throw new ApiFailure(
    "PERMISSION_NOT_HELD",
    "Translating a policy requires MANAGE_SETTINGS, as changing a policy does. Ask for this permission.",
  );
}

/** Returns the entity's words that can be translated, or null if its type has no list of words. Throws NOT_FOUND. */
export async function requireThing(
  tx: Transaction,
  type: TranslatableType,
  id: string,
): Promise<ReadonlySet<string> | null> {
  const words = (await lockEntities(tx, type, [id])).get(id);
  if (words === undefined) throw noThing(type);
  return words;
}

/**
 * Returns the error for an entity that doesn't exist. The words of options and navigation belong to the store itself,
 * so for them the error names the store.
 */
export function noThing(type: TranslatableType): ApiFailure {
  return notFound(type === "OPTION" || type === "NAVIGATION" ? "store" : type.toLowerCase());
}

/** Returns the cache tags of the pages that show the translation. */
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
  return new ApiFailure(
    "ALREADY_EXISTS",
    "A translation into this language already exists. Change it instead.",
    {
      id: row?.id ?? null,
    },
  );
}
