import type { languages } from "@vetrina/contract/languages";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { languageColumns, type LanguageRow, withTimes } from "./queries.ts";

export const listLanguages: Handler<typeof languages.listLanguages> = async ({
  catalogue,
  store,
}) => {
  const rows = await catalogue.rows<LanguageRow>(sql`
    select ${languageColumns} from catalogue.languages where store_id = ${store.id} order by is_default desc, code`);
  return { items: rows.map(withTimes) };
};
