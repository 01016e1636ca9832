import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { signIn } from "../../domains/users/user.fixture.ts";

test("the sweep deletes sessions that expired long ago and jobs that failed for good long ago, and nothing else", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const [expired, current] = [await signIn(world), await signIn(world)];
  const { admin } = world;
  await admin.query(
    "update shop.sessions set expires_at = now() - interval '8 days' where user_id = $1",
    [expired.id],
  );
  for (const failed of ["now() - interval '31 days'", "now() - interval '29 days'", "null"])
    await admin.query(
      `insert into shop.jobs (store_id, kind, lane, payload, run_at, failed_at)
       values ($1, 'catalogue.changed', 'a', '{}', now() - interval '90 days', ${failed})`,
      [storeId],
    );
  await world.services.database.worker.query("select door.sweep_away()");
  const left = await admin.query(`
    select (select array_agg(user_id) from shop.sessions) as users,
      (select count(*)::int from shop.refresh_tokens) as tokens,
      (select count(*)::int from shop.jobs) as jobs`);
  expect(left.rows).toEqual([{ users: [current.id], tokens: 1, jobs: 2 }]);
});

test("unconfirmed newsletter requests are deleted after a month; confirmed and ended subscriptions stay", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  for (const [email, requestedAt, set] of [
    ["old@example.com", 31, ""],
    ["new@example.com", 29, ""],
    ["on@example.com", 400, "confirmed_at"],
    ["left@example.com", 400, "unsubscribed_at"],
    ["again@example.com", 400, "was_confirmed_at"],
  ] as const)
    await world.admin.query(
      `insert into shop.subscriptions (store_id, id, email, source, token_hash, requested_at${set && `, ${set}`})
       values ($1, gen_random_uuid(), $2, 'newsletter', '\\x00', now() - make_interval(days => $3)${set && ", now()"})`,
      [storeId, email, requestedAt],
    );
  await world.services.database.worker.query("select door.sweep_away()");
  const { rows } = await world.admin.query<{ email: string }>(
    "select email from shop.subscriptions order by email",
  );
  expect(rows.map(({ email }) => email)).toEqual([
    "again@example.com",
    "left@example.com",
    "new@example.com",
    "on@example.com",
  ]);
});
