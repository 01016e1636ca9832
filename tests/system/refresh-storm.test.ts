// @module-tag slow

import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { isApiError } from "@vetrina/client/api-error";
import { openSession } from "../../apps/server/src/domains/users/sessions/sessions.ts";
import { moveClock, seedUser } from "../../apps/server/src/domains/users/user.fixture.ts";
import { queryable } from "../../apps/server/src/platform/database/sql.ts";
import { noCaller } from "../../apps/server/src/platform/http/callers/caller.ts";
import { test } from "../world.ts";

const [sessions, tabs, atOnce] = [20, 100, 10];

test("100 parallel refreshes of each of 20 sessions sign no one out, and a stolen token ends only its own session", async ({
  world,
}) => {
  const db = queryable(world.services.database.app);
  const { id: userId } = await seedUser(world);
  const now = new Date();
  // Stops the clock, because on a busy machine, the calls of a group can take so long that a rotated token is no longer
  // accepted.
  world.services.now = () => now;
  const tokens: string[] = [];
  for (let i = 0; i < sessions; i++)
    tokens.push(
      (
        await openSession(
          db,
          { userId, storeId: null, onlyStore: null, activation: null, caller: noCaller },
          now,
        )
      ).refreshToken,
    );

  const { users } = world.client();
  const refresh = async (refreshToken: string): Promise<string> => {
    try {
      const answer = await users.refreshToken({ body: { refreshToken, rotate: true } });
      return answer.refreshToken ?? "";
    } catch (error) {
      // If a call fails with 503 because of too many requests, the token wasn't rejected, so the call is repeated.
      if (!isApiError(error, "DATABASE_UNAVAILABLE") && !isApiError(error, "SERVER_BUSY"))
        throw error;
      await delay(20);
      return refresh(refreshToken);
    }
  };
  const next: string[] = [];
  for (let i = 0; i < sessions; i += atOnce) {
    const some = tokens.slice(i, i + atOnce);
    // The calls of all tabs of these sessions, interleaved and sent concurrently.
    const calls = Array.from({ length: some.length * tabs }, (_, at) => some[at % some.length]);
    const answers = await Promise.all(calls.map((token = "") => refresh(token)));
    const successors = some.map(
      (_, of) => new Set(answers.filter((_answer, at) => at % some.length === of)),
    );
    for (const [successor = "", ...others] of successors) {
      expect(others).toEqual([]);
      next.push(successor);
    }
  }
  expect(new Set(next).size).toBe(sessions);

  moveClock(world, 60);
  await Promise.all(next.map(refresh));
  const { rows } = await world.admin.query<{ alive: number; tokens: number }>(`
    select count(*) filter (where revoked_at is null)::int as alive,
      (select count(*)::int from shop.refresh_tokens) as tokens
    from shop.sessions`);
  expect(rows).toEqual([{ alive: sessions, tokens: 3 * sessions }]);

  const refused = { code: "UNAUTHENTICATED" };
  await expect(refresh(tokens[0] ?? "")).rejects.toMatchObject(refused);
  await expect(refresh(next[0] ?? "")).rejects.toMatchObject(refused);
  expect(await refresh(next[1] ?? "")).not.toBe("");
});
