/**
 * The ids of rows to write. While PostgreSQL has no statistics of a store yet, a join with new values may read all rows
 * of the store, unless the ids are also a condition: `id = any(${idsOf(rows)}::uuid[])`.
 */
export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
