import { vi } from "vitest";
import type { World } from "#tests/world.ts";
import type { Sql } from "../../platform/database/sql.ts";

/**
 * Blocks the database reads of word searches until `release` is called, so that the searches use up the limit on
 * concurrent searches. `held` returns how many reads were blocked.
 */
export function holdSearches({ services }: Pick<World, "services">) {
  const { catalogue } = services.database;
  const real = { ...catalogue };
  const gate = Promise.withResolvers<void>();
  let held = 0;
  const wait = async (query: Sql) => {
    if (!query.strings.join("").includes("ts_rank(")) return;
    held += 1;
    await gate.promise;
  };
  vi.spyOn(catalogue, "rows").mockImplementation(async (query) => {
    await wait(query);
    return real.rows(query);
  });
  vi.spyOn(catalogue, "row").mockImplementation(async (query) => {
    await wait(query);
    return real.row(query);
  });
  return { held: () => held, release: gate.resolve };
}
