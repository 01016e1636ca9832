import type { languages, StoreLanguage } from "@vetrina/contract/languages";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { changeStore } from "../store-records/store-rows.ts";
import { restem } from "./jobs.ts";
import { readLanguage } from "./queries.ts";

/**
 * Publishes or hides a language, or makes it the default. The store's locale changes with the default language, keeping
 * its region. Throws DEFAULT_LANGUAGE for hiding the default language.
 */
export const updateLanguage: Handler<typeof languages.updateLanguage> = async (
  ctx,
  { id, body },
) => {
  const changed = await ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readLanguage(tx, tx.storeId, id);
    await requireFresh(tx, ctx, "language", present.version, async () => present);
    const isDefault = body.isDefault ?? present.isDefault;
    const isPublished = body.isPublished ?? (body.isDefault === true ? true : present.isPublished);
    if (isDefault && !isPublished) throwDefaultLanguage(present);
    if (isDefault && !present.isDefault) await moveDefault(tx, ctx, present);
    await tx.run(sql`
      update shop.store_languages set is_default = ${isDefault}, is_published = ${isPublished}, version = version + 1,
        updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "language",
      entityId: id,
      before: { isDefault: present.isDefault, isPublished: present.isPublished },
      after: { isDefault, isPublished },
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    // This job replaces a waiting job of an earlier change.
    if (isDefault && !present.isDefault) await enqueue(tx, restem, {}, { key: tx.storeId });
    return readLanguage(tx, tx.storeId, id);
  });
  ctx.services.directory.forget(ctx.store.id);
  return changed;
};

export function throwDefaultLanguage({ code }: Pick<StoreLanguage, "code">): never {
  throw new ApiFailure(
    "DEFAULT_LANGUAGE",
    `${code} is the store's default language. Make another language the default first.`,
  );
}

async function moveDefault(tx: Transaction, ctx: Context, { code }: StoreLanguage): Promise<void> {
  await tx.run(sql`
    update shop.store_languages set is_default = false, version = version + 1, updated_at = ${ctx.now()}
    where store_id = ${tx.storeId} and is_default`);
  const { region } = new Intl.Locale(ctx.store.locale);
  const locale = [code.toLowerCase(), ...(region === undefined ? [] : [region])].join("-");
  await changeStore(tx, [sql`locale = ${locale}`], ctx.now());
}
