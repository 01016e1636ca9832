// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { builtInRole, member } from "../roles/roles.fixture.ts";

const email = "grace@example.com";
const limited = { code: "RATE_LIMITED", statusCode: 429 };

async function shop(world: World, slug: string) {
  const storeId = await seedStore(world, { slug, host: `${slug}.localhost` });
  const owner = await member(world, storeId, "ADMIN");
  const roleId = await builtInRole(world, storeId, "STAFF");
  const invite = (to = email) =>
    owner.invitations.createInvitation({ storeId, body: { email: to, roleId } });
  const inviteOften = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      const made = await invite().catch(() => null);
      if (made !== null) await owner.invitations.withdrawInvitation({ storeId, id: made.id });
    }
  };
  return { storeId, invite, inviteOften };
}

test("a store that invites an address too often does not block other stores from inviting it", async ({
  world,
}) => {
  const mine = await shop(world, "mine");
  const yours = await shop(world, "yours");
  await mine.inviteOften(24);
  await expect(yours.invite()).resolves.toMatchObject({ status: "PENDING" });
});

test("a store sends at most a hundred invitations a day, including withdrawn ones", async ({
  world,
}) => {
  const { storeId, invite } = await shop(world, "mine");
  await invite();
  await world.admin.query(
    `insert into shop.invitations (store_id, id, email, role_id, role_name, invited_by, token_id, sent_at, expires_at,
       created_at, withdrawn_at)
     select store_id, gen_random_uuid(), n || email, role_id, role_name, invited_by, gen_random_uuid(), sent_at, expires_at,
       now() - interval '23 hours', now() from shop.invitations, generate_series(1, 99) n where store_id = $1`,
    [storeId],
  );
  await expect(invite("ada@example.com")).rejects.toMatchObject(limited);
  await world.admin.query("update shop.invitations set created_at = now() - interval '25 hours'");
  await invite("ada@example.com");
});

test("subscription requests to one store don't block another store's", async ({ world }) => {
  const mine = await shop(world, "mine");
  const yours = await shop(world, "yours");
  const subscribe = ({ storeId }: { storeId: string }) =>
    world.client().customers.subscribe({ storeId, body: { email } });
  for (let i = 0; i < 24; i += 1) await subscribe(mine).catch(() => {});
  await world.sendMails();
  const before = world.mails.length;
  await subscribe(yours);
  expect((await world.sendMails()).length).toBe(before + 1);
});
