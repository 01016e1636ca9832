// @module-tag slow

import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { joinSql, queryable, sql } from "./sql.ts";

test("a connection holds a limited number of prepared statements, however many texts are sent", async ({
  world,
}) => {
  const from = queryable(world.services.database.app);
  const names = async () => {
    const row = await from.row<{ count: number }>(
      sql`select count(*)::int as count from pg_prepared_statements`,
    );
    return row?.count ?? 0;
  };
  let max = 0;
  for (let at = 0; at < 2500; at += 1) {
    const ones = Array.from({ length: 12 }, (_, bit) => ((at >> bit) & 1 ? sql`1` : sql`2`));
    const query = sql`select ${joinSql(ones, " + ")} as sum`;
    // Sent unnamed the first time, then named.
    for (const _ of [1, 2]) await from.row(query);
    if (at % 100 === 0) max = Math.max(max, await names());
  }
  expect(max).toBeGreaterThan(100);
  expect(max).toBeLessThan(1700);
});
