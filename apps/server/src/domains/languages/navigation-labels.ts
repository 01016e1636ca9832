import { sql } from "../../platform/database/sql.ts";

/** Every navigation label of store s: in its header, and in its menus at any level. */
export const navigationLabels = sql`
  select n ->> 'label' from jsonb_array_elements(s.navigation) n
  union
  select l #>> '{}' from shop.menus m, jsonb_path_query(m.items, 'strict $.**.label') l where m.store_id = s.id
    and jsonb_typeof(l) = 'string'`;
