import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { callRaw, moveClock, password, seedUser, signIn, signInAs } from "../user.fixture.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

test("a user sees their sessions with device and network, most recently used first", async ({
  world,
}) => {
  const user = await seedUser(world);
  const first = await callRaw(world, "POST", "/users/login", {
    body: { email: user.email, password },
    headers: { "user-agent": firefox, "x-forwarded-for": "203.0.113.77" },
  });
  moveClock(world, 120);
  const second = await signInAs(world, user.email);
  moveClock(world, 240);
  const { refreshToken } = first.json<{ refreshToken: string }>();
  await world.client().users.refreshToken({ body: { refreshToken } });
  const { users } = world.client({ accessToken: second.accessToken });
  const { items, total } = await users.listSessions({});
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { device: "Firefox on Linux", address: "203.0.113.0/24", isCurrent: false },
    { device: null, address: "192.0.2.0/24", isCurrent: true },
  ]);
  expect(Date.parse(items[0]?.lastUsedAt ?? "")).toBeGreaterThan(
    Date.parse(items[1]?.lastUsedAt ?? ""),
  );
  const stored = await world.admin.query("select * from shop.sessions");
  expect(JSON.stringify(stored.rows)).not.toContain("203.0.113.77");
});

test("only its user can end a session, once, and its tokens end with it", async ({ world }) => {
  const user = await seedUser(world);
  const [here, there] = [await signInAs(world, user.email), await signInAs(world, user.email)];
  const otherUser = await signIn(world);
  const { users } = world.client({ accessToken: here.accessToken });
  const { items } = await users.listSessions({});
  const id = items.find((session) => !session.isCurrent)?.id ?? "";
  const missing = { code: "NOT_FOUND", statusCode: 404 };
  const foreign = world.client({ accessToken: otherUser.accessToken });
  await expect(foreign.users.endSession({ id })).rejects.toMatchObject(missing);
  await users.endSession({ id });
  await expect(users.endSession({ id })).rejects.toMatchObject(missing);
  expect((await users.listSessions({})).total).toBe(1);
  await expectEnded(world, there);
  expect(await users.getMe({})).toBeDefined();
});

test("all other sessions are ended by one call, and ended sessions are not listed", async ({
  world,
}) => {
  const user = await seedUser(world);
  const others = [await signInAs(world, user.email), await signInAs(world, user.email)];
  const here = await signInAs(world, user.email);
  const otherUser = await signIn(world);
  const { users } = world.client({ accessToken: here.accessToken });
  expect(await users.endOtherSessions({})).toEqual({ ended: 2 });
  expect(await users.endOtherSessions({})).toEqual({ ended: 0 });
  for (const other of others) await expectEnded(world, other);
  expect((await users.listSessions({})).items).toMatchObject([{ isCurrent: true }]);
  const othersClient = world.client({ accessToken: otherUser.accessToken });
  expect((await othersClient.users.listSessions({})).total).toBe(1);
});

async function expectEnded(
  world: World,
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string },
): Promise<void> {
  const refused = { code: "UNAUTHENTICATED" };
  const { users } = world.client();
  await expect(users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject(refused);
  await expect(world.client({ accessToken }).users.getMe({})).rejects.toMatchObject(refused);
}
