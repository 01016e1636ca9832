import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { moveClock, seedUser } from "../../domains/users/user.fixture.ts";
import { queryable } from "../database/sql.ts";
import {
  findTokenById,
  issueToken,
  type MailedPurpose,
  mailedTokenMs,
  type NewMailedToken,
  readToken,
  tokenFor,
  useToken,
  voidTokens,
} from "./mailed-token.ts";

const dbOf = (world: World) => queryable(world.services.database.app);

async function issue(world: World, over: Partial<NewMailedToken> = {}) {
  const token = { purpose: "invitation", userId: null, storeId: null, email: "ada@example.com" };
  const newToken = { ...token, ...over } as NewMailedToken;
  const id = await issueToken(dbOf(world), world.services, newToken);
  return { id, token: tokenFor(world.services, id, newToken.purpose) };
}

const use = (world: World, token: string, purpose: MailedPurpose = "invitation") =>
  useToken(dbOf(world), world.services, token, purpose);
const read = (world: World, token: string, purpose: MailedPurpose = "invitation") =>
  readToken(dbOf(world), world.services, token, purpose);

test("a token can be read any number of times until it is used, and never again", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { id, token } = await issue(world, { storeId });
  expect(token).toMatch(/^[\w-]{64}$/);
  const about = {
    id,
    userId: null,
    storeId,
    askedAt: null,
    email: "ada@example.com",
    expiresAt: expect.any(Date),
  };
  expect(await read(world, token)).toEqual(about);
  expect(await findTokenById(dbOf(world), world.services, id, "invitation")).toEqual(about);
  expect(await use(world, token)).toEqual(about);
  expect(await use(world, token)).toBeNull();
  expect(await read(world, token)).toBeNull();
  expect(await findTokenById(dbOf(world), world.services, id, "invitation")).toBeNull();
});

test("exactly one of twenty concurrent uses succeeds", async ({ world }) => {
  const { token } = await issue(world);
  const uses = await Promise.all(Array.from({ length: 20 }, () => use(world, token)));
  expect(uses.filter((about) => about !== null)).toHaveLength(1);
});

test("a use whose transaction is rolled back leaves the token open", async ({ world }) => {
  const { token } = await issue(world);
  const client = await world.services.database.app.connect();
  await client.query("begin");
  expect(await useToken(queryable(client), world.services, token, "invitation")).not.toBeNull();
  await client.query("rollback");
  client.release();
  expect(await use(world, token)).not.toBeNull();
});

test("forged, shortened, re-encoded tokens and those for another purpose are rejected", async ({
  world,
}) => {
  const { id, token } = await issue(world);
  const other = await issue(world, { email: "eve@example.com" });
  const forged = [
    "",
    token.slice(0, -1),
    `${token}A`,
    ` ${token}`,
    `${token}=`,
    // The id of one token with the HMAC of another.
    Buffer.concat([
      Buffer.from(token, "base64url").subarray(0, 16),
      Buffer.from(other.token, "base64url").subarray(16),
    ]).toString("base64url"),
    Buffer.alloc(48).toString("base64url"),
    tokenFor(world.services, id, "reset-password"),
    tokenFor({ key: () => Buffer.alloc(32) }, id, "invitation"),
  ];
  for (const one of forged) expect(await use(world, one)).toBeNull();
  expect(await use(world, token, "reset-password")).toBeNull();
  expect(await use(world, token)).not.toBeNull();
});

test("each purpose has its own expiry", async ({ world }) => {
  for (const [purpose, ms] of Object.entries(mailedTokenMs) as [MailedPurpose, number][]) {
    const { id: userId } = await seedUser(world);
    moveClock(world, 0);
    const { token } = await issue(world, { purpose, userId });
    moveClock(world, ms / 1000 - 5);
    expect(await read(world, token, purpose)).not.toBeNull();
    moveClock(world, ms / 1000 + 5);
    expect(await use(world, token, purpose)).toBeNull();
  }
});

test("a new token replaces only the open one of the same user or address", async ({ world }) => {
  const user = await seedUser(world);
  const [storeId, otherStore] = [await seedStore(world), await seedStore(world)];
  const reset = await issue(world, { purpose: "reset-password", userId: user.id });
  const verify = await issue(world, { purpose: "verify-email", userId: user.id });
  const invited = await issue(world, { storeId });
  const elsewhere = await issue(world, { storeId: otherStore });
  const another = await issue(world, { storeId, email: "eve@example.com" });
  const again = await issue(world, { purpose: "reset-password", userId: user.id });
  const invitedAgain = await issue(world, { storeId, email: "Ada@Example.com" });
  expect(await use(world, reset.token, "reset-password")).toBeNull();
  expect(await use(world, invited.token)).toBeNull();
  expect(await use(world, verify.token, "verify-email")).toMatchObject({ userId: user.id });
  expect(await use(world, again.token, "reset-password")).toMatchObject({ userId: user.id });
  for (const one of [elsewhere, another, invitedAgain])
    expect(await use(world, one.token)).not.toBeNull();
});

test("thirty concurrent tokens for one user leave one that works", async ({ world }) => {
  const { id: userId } = await seedUser(world);
  const made = await Promise.all(
    Array.from({ length: 30 }, () => issue(world, { purpose: "reset-password", userId })),
  );
  const worked = [];
  for (const { token } of made) worked.push(await use(world, token, "reset-password"));
  expect(worked.filter((about) => about !== null)).toHaveLength(1);
});

test("a user's tokens can be voided by purpose or all at once", async ({ world }) => {
  const { id: userId } = await seedUser(world);
  const reset = await issue(world, { purpose: "reset-password", userId });
  const change = await issue(world, { purpose: "change-email", userId });
  await voidTokens(dbOf(world), world.services, userId, "reset-password");
  expect(await use(world, reset.token, "reset-password")).toBeNull();
  expect(await read(world, change.token, "change-email")).not.toBeNull();
  await voidTokens(dbOf(world), world.services, userId);
  expect(await use(world, change.token, "change-email")).toBeNull();
});

test("the row can't be turned into a link, the app's role can't read it, and expired tokens are deleted", async ({
  world,
}) => {
  const { token } = await issue(world);
  const { rows } = await world.admin.query("select * from shop.mailed_tokens");
  const mac = Buffer.from(token, "base64url").subarray(16);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(mac.toString("base64url"));
  await expect(
    world.services.database.app.query("select * from shop.mailed_tokens"),
  ).rejects.toMatchObject({ code: "42501" });
  await world.services.database.worker.query("select door.sweep_mailed_tokens()");
  expect((await world.admin.query("select from shop.mailed_tokens")).rowCount).toBe(1);
  await world.admin.query("update shop.mailed_tokens set expires_at = now() - interval '8 days'");
  await world.services.database.worker.query("select door.sweep_mailed_tokens()");
  expect((await world.admin.query("select from shop.mailed_tokens")).rowCount).toBe(0);
});
