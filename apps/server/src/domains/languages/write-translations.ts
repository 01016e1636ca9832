import type { LanguageCode, TranslatableType } from "@vetrina/contract/enumerations";
import type { TranslationFields } from "@vetrina/contract/languages";
import { auditAll } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { changeFields, type Words } from "./change-fields.ts";
import { noThing, tagsOf } from "./create-translation.ts";
import { fieldChange } from "./field-change.ts";
import { noteCopiedProse } from "./note-copied-prose.ts";
import { lockLanguages, lockEntities, type Refusals } from "./lock-entities.ts";

/** A translation with all its fields. Existing fields that are not among them are removed. */
export type CompleteTranslation = {
  entityType: TranslatableType;
  entityId: string;
  languageCode: LanguageCode;
  fields: TranslationFields;
};
type Translated = Omit<CompleteTranslation, "fields"> & { fields: Words };
type Present = { id: string; entityId: string; languageCode: LanguageCode; fields: Words };

/**
 * Writes many translations of one type. Skips invalid ones and calls `refused` with their index and error. Returns how
 * many bytes of original prose were indexed with products' translations (noteCopiedProse).
 */
export async function writeTranslations(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  type: TranslatableType,
  translations: readonly Omit<CompleteTranslation, "entityType">[],
  refused: (at: number, error: ApiFailure) => void,
): Promise<number> {
  const languages = await lockLanguages(tx, [
    ...new Set(translations.map((one) => one.languageCode)),
  ]);
  const things = await lockEntities(tx, type, [
    ...new Set(translations.map(({ entityId }) => entityId)),
  ]);
  const translated = translations.flatMap((one, at): Translated[] => {
    try {
      const words = requireOf(languages, things, type, one);
      return [{ ...one, entityType: type, fields: changeFields(type, {}, one.fields, words) }];
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      refused(at, error);
      return [];
    }
  });
  if (translated.length === 0) return 0;
  const present = await lockPresent(tx, translated);
  const ids = await write(tx, ctx, translated, present);
  await auditAll(
    tx,
    ctx,
    translated.map((one) => entryOf(one, ids.get(keyOf(one)) ?? null, present.get(keyOf(one)))),
  );
  const tags = new Set(translated.flatMap(({ entityId }) => tagsOf(type, entityId)));
  await enqueue(tx, catalogueChanged, { tags: [...tags] });
  if (type !== "PRODUCT") return 0;
  return noteCopiedProse(
    tx,
    translated.map(({ entityId }) => entityId),
    [...new Set(translated.map(({ languageCode }) => languageCode))],
  );
}

function requireOf(
  languages: Refusals,
  things: Awaited<ReturnType<typeof lockEntities>>,
  type: TranslatableType,
  { entityId, languageCode }: Omit<CompleteTranslation, "entityType">,
): ReadonlySet<string> | null {
  const refusal = languages.get(languageCode) ?? null;
  if (refusal !== null) throw refusal;
  const words = things.get(entityId);
  if (words === undefined) throw noThing(type);
  return words;
}

/** Reads the existing translations by entity and language, and locks them until the transaction ends. */
async function lockPresent(
  tx: Transaction,
  translated: readonly Translated[],
): Promise<ReadonlyMap<string, Present>> {
  const entities = translated.map(({ entityId }) => entityId);
  const rows = await tx.rows<Present>(sql`
    select t.id, t.entity_id as "entityId", t.language_code as "languageCode", t.fields
    from jsonb_to_recordset(${JSON.stringify(translated.map(({ fields: _fields, ...one }) => one))}::jsonb)
      as r ("entityType" text, "entityId" uuid, "languageCode" text)
    join shop.translations t on t.store_id = ${tx.storeId} and t.entity_type = r."entityType" and t.entity_id = r."entityId"
      and t.language_code = r."languageCode" and t.entity_id = any(${entities}::uuid[])
    order by t.id for no key update of t`);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/**
 * Writes all translations in one statement and returns their ids. Writes them in the same order as concurrent calls do,
 * to avoid deadlocks.
 */
async function write(
  tx: Transaction,
  ctx: Pick<Context, "now">,
  translated: readonly Translated[],
  present: ReadonlyMap<string, Present>,
): Promise<ReadonlyMap<string, string>> {
  const rows = translated.map((one) => {
    return { ...one, id: present.get(keyOf(one))?.id ?? newId() };
  });
  const written = await tx.rows<Omit<Present, "fields">>(sql`
    insert into shop.translations as t (store_id, id, entity_type, entity_id, language_code, fields, created_at, updated_at)
    select ${tx.storeId}, id, "entityType", "entityId", "languageCode", fields, ${ctx.now()}, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "entityType" text, "entityId" uuid, "languageCode" text,
      fields jsonb)
    order by "entityId", "languageCode"
    on conflict (store_id, entity_type, entity_id, language_code) do update
      set fields = excluded.fields, version = t.version + 1, updated_at = excluded.updated_at
    returning t.id, t.entity_id as "entityId", t.language_code as "languageCode"`);
  return new Map(written.map((row) => [keyOf(row), row.id]));
}

function entryOf(
  { entityType, entityId, languageCode, fields }: Translated,
  id: string | null,
  present: Present | undefined,
) {
  const entry = { entityType: "translation", entityId: id };
  const names = Object.keys(fields);
  if (present === undefined) {
    const after = { entityType, entityId, languageCode, fields: names };
    return { action: "CREATE" as const, ...entry, after };
  }
  const changed = [...new Set([...Object.keys(present.fields), ...names])];
  return {
    action: "UPDATE" as const,
    ...entry,
    ...fieldChange(present.fields, fields, changed),
  };
}

function keyOf({ entityId, languageCode }: Pick<Present, "entityId" | "languageCode">): string {
  return `${entityId} ${languageCode}`;
}
