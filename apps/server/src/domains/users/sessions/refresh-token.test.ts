import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { callRaw, moveClock, signIn } from "../user.fixture.ts";

const refused = { code: "UNAUTHENTICATED", statusCode: 401 };

test("without rotation only an access token is returned, and the refresh token works until the session ends", async ({
  world,
}) => {
  const { refreshToken, id } = await signIn(world);
  const { users } = world.client();
  for (const days of [0, 10, 29.9]) {
    moveClock(world, days * 86_400);
    const answer = await users.refreshToken({ body: { refreshToken } });
    expect(answer).toEqual({ accessToken: expect.any(String) });
    expect(await world.services.accessTokens.verify(answer.accessToken)).toMatchObject({
      userId: id,
    });
  }
  moveClock(world, 30 * 86_400 + 1);
  await expect(users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject(refused);
});

test("rotation does not lengthen the session", async ({ world }) => {
  const { users } = world.client();
  let { refreshToken } = await signIn(world);
  for (const days of [10, 20, 29]) {
    moveClock(world, days * 86_400);
    const answer = await users.refreshToken({ body: { refreshToken, rotate: true } });
    refreshToken = answer.refreshToken ?? "";
  }
  moveClock(world, 31 * 86_400);
  await expect(users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject(refused);
});

test("a replay within 30 seconds returns the same successor", async ({ world }) => {
  const { refreshToken } = await signIn(world);
  const { users } = world.client();
  const first = await users.refreshToken({ body: { refreshToken, rotate: true } });
  moveClock(world, 29);
  const again = await users.refreshToken({ body: { refreshToken, rotate: true } });
  expect(first.refreshToken).toMatch(/^[\w-]{43}$/);
  expect(first.refreshToken).not.toBe(refreshToken);
  expect(again.refreshToken).toBe(first.refreshToken);
});

test("a later replay ends the session with all its tokens", async ({ world }) => {
  const { refreshToken } = await signIn(world);
  const other = await signIn(world);
  const { users } = world.client();
  const { refreshToken: successor = "" } = await users.refreshToken({
    body: { refreshToken, rotate: true },
  });
  moveClock(world, 31);
  expect(await users.refreshToken({ body: { refreshToken: successor } })).toBeDefined();
  await expect(users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject(refused);
  await expect(
    users.refreshToken({ body: { refreshToken: successor, rotate: true } }),
  ).rejects.toMatchObject(refused);
  expect(await users.refreshToken({ body: { refreshToken: other.refreshToken } })).toBeDefined();
});

test("a copy in another network gets no successor, and is detected at its next use", async ({
  world,
}) => {
  const owner = world.client({ address: "192.0.2.1" }).users;
  const thief = world.client({ address: "203.0.113.7" }).users;
  const start = Date.now();
  const stopClock = (seconds: number) => {
    world.services.now = () => new Date(start + seconds * 1000);
  };
  for (const seconds of [0, 4, 6, 29])
    for (const rotate of [true, false]) {
      stopClock(0);
      const { refreshToken } = await signIn(world);
      const { refreshToken: successor = "" } = await owner.refreshToken({
        body: { refreshToken, rotate: true },
      });
      stopClock(seconds);
      const body = { refreshToken, rotate };
      const got = await thief.refreshToken({ body }).then(Object.keys, () => []);
      expect(got).toEqual(seconds <= 5 ? ["accessToken"] : []);
      stopClock(6 + seconds);
      await expect(thief.refreshToken({ body })).rejects.toMatchObject(refused);
      await expect(owner.refreshToken({ body: { refreshToken: successor } })).rejects.toMatchObject(
        refused,
      );
    }
  const { rows } = await world.admin.query(
    "select count(*)::int as noticed from shop.account_entries where after ->> 'reason' = 'refresh token used twice'",
  );
  expect(rows).toEqual([{ noticed: 8 }]);
});

test("a copy in another browser is detected immediately, even if it is rotated first", async ({
  world,
}) => {
  const refreshIn = (browser: string, refreshToken: string) =>
    callRaw(world, "POST", "/users/refresh-token", {
      body: { refreshToken, rotate: true },
      headers: { "user-agent": browser },
    });
  for (const [first, second] of [
    ["Firefox/1 Linux", "Chrome/1 Linux"],
    ["curl", "Firefox/1 Linux"],
  ] as const) {
    const { refreshToken } = await signIn(world);
    const { refreshToken: successor } = (await refreshIn(first, refreshToken)).json();
    expect((await refreshIn(second, refreshToken)).statusCode).toBe(401);
    expect((await refreshIn(first, successor)).statusCode).toBe(401);
  }
});

test("of a hundred concurrent refreshes from two networks, only one network gets the successor", async ({
  world,
}) => {
  const { refreshToken } = await signIn(world);
  const networks = ["192.0.2.1", "203.0.113.7"];
  const now = new Date();
  world.services.now = () => now;
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      const address = networks[i % 2] ?? "";
      const { users } = world.client({ address });
      const answer = await users.refreshToken({ body: { refreshToken, rotate: true } });
      return { address, successor: answer.refreshToken };
    }),
  );
  const withSuccessor = answers.filter(({ successor }) => successor !== undefined);
  expect(new Set(withSuccessor.map(({ successor }) => successor)).size).toBe(1);
  expect(new Set(withSuccessor.map(({ address }) => address)).size).toBe(1);
  expect(withSuccessor).toHaveLength(50);
});

test("what is stored about a rotation reveals no network and no browser", async ({ world }) => {
  const { refreshToken } = await signIn(world);
  await world.client().users.refreshToken({ body: { refreshToken, rotate: true } });
  const { rows } = await world.admin.query<{ text: string }>(
    "select encode(t.rotated_network, 'escape') || encode(t.rotated_device, 'escape') as text from shop.refresh_tokens t where t.rotated_at is not null",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain("192.0.2");
});

test("a hundred concurrent refreshes of one token sign no user out", async ({ world }) => {
  const { refreshToken } = await signIn(world);
  const { users } = world.client();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => users.refreshToken({ body: { refreshToken, rotate: true } })),
  );
  const successors = new Set(answers.map((answer) => answer.refreshToken));
  expect(successors.size).toBe(1);
  const [successor = ""] = successors;
  moveClock(world, 60);
  const next = await users.refreshToken({ body: { refreshToken: successor, rotate: true } });
  expect(next.refreshToken).not.toBe(successor);
  const { rows } = await world.admin.query(
    "select count(*)::int as tokens from shop.refresh_tokens",
  );
  expect(rows).toEqual([{ tokens: 3 }]);
});

test("rejects unknown tokens, access tokens and sessions of deleted users", async ({ world }) => {
  const { users } = world.client();
  const { refreshToken, accessToken, id } = await signIn(world);
  for (const token of ["0123456789", accessToken])
    await expect(users.refreshToken({ body: { refreshToken: token } })).rejects.toMatchObject(
      refused,
    );
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [id]);
  await expect(users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject(refused);
});
