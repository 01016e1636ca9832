import { LanguageCode } from "@vetrina/contract/enumerations";
import { languageOfLocale } from "@vetrina/contract/stores/store-settings";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

/**
 * Creates the language of a new store's original texts: that of its locale, or English if that language isn't
 * supported.
 */
export async function insertFirstLanguage(tx: Transaction, locale: string): Promise<void> {
  const code = LanguageCode.safeParse(languageOfLocale(locale)).data ?? "EN";
  await tx.run(sql`
    insert into shop.store_languages (store_id, id, code, is_default) values (${tx.storeId}, ${newId()}, ${code}, true)`);
}
