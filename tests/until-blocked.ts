import { expect, vi } from "vitest";
import { waitLimit } from "./wait-limit.ts";
import type { World } from "./world.ts";

/** Resolves once this number of statements in the database are waiting for locks. */
export async function untilBlocked({ admin }: Pick<World, "admin">, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await admin.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(count);
  }, waitLimit);
}
