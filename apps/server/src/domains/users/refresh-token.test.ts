import { expect } from "vitest";
import { test } from "../../../../../tests/world.ts";
import { moveClock, signIn } from "./user.fixture.ts";

const refused = { code: "UNAUTHENTICATED", statusCode: 401 };

test("without rotation an access token comes alone, and the refresh token stays good to the session's end", async ({
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

test("a replay within 30 seconds gets the same successor", async ({ world }) => {
  const { refreshToken } = await signIn(world);
  const { users } = world.client();
  const first = await users.refreshToken({ body: { refreshToken, rotate: true } });
  moveClock(world, 29);
  const again = await users.refreshToken({ body: { refreshToken, rotate: true } });
  expect(first.refreshToken).toMatch(/^[\w-]{43}$/);
  expect(first.refreshToken).not.toBe(refreshToken);
  expect(again.refreshToken).toBe(first.refreshToken);
});

test("a later replay ends the whole family", async ({ world }) => {
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

test("a hundred refreshes of one token at once log nobody out", async ({ world }) => {
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

test("unknown tokens, access tokens and sessions of deleted users are refused", async ({
  world,
}) => {
  const { users } = world.client();
  const { refreshToken, accessToken, id } = await signIn(world);
  for (const token of ["0123456789", accessToken])
    await expect(users.refreshToken({ body: { refreshToken: token } })).rejects.toMatchObject(
      refused,
    );
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [id]);
  await expect(users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject(refused);
});
