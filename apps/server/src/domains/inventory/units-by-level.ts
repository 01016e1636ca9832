import { type Sql, sql } from "../../platform/database/sql.ts";

/*
 * For statements that change many levels. They keep the units in one JSON object, keyed by level: `with all_units as
 * materialized (select jsonb_object_agg(levelKey, n) as units …)`. For units in rows, PostgreSQL would underestimate
 * their number and compare each with each level.
 */

/** The key of a level in an object of units. `row` has variant_id and location. The same as keyOf() in levels.ts. */
export function levelKey(row: Sql): Sql {
  return sql`(${row}.variant_id || ' ' || ${row}.location)`;
}

/** Whether level l has an entry in the object `units` of a CTE. */
export function isIn(cte: Sql): Sql {
  return sql`(select units from ${cte}) ? ${levelKey(sql`l`)}`;
}

/** The units of level l in the object `units` of a CTE. */
export function unitsOf(cte: Sql): Sql {
  return sql`((select units from ${cte}) ->> ${levelKey(sql`l`)})::int`;
}
