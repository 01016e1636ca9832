import { sql } from "../../platform/database/sql.ts";

/** All navigation labels of store s: those in its header and those at any level of its menus. */
export const navigationLabels = sql`
  select n ->> 'label' from jsonb_array_elements(s.navigation) n
  union
  select l #>> '{}' from shop.menus m, jsonb_path_query(m.items, 'strict $.**.label') l where m.store_id = s.id
    and jsonb_typeof(l) = 'string'`;
