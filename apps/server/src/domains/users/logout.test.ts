import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { logout } from "./logout.ts";
import { signIn } from "./user.fixture.ts";

test("a refresh token in the body ends only its own session", async ({ world }) => {
  const { users } = world.client();
  const [mine, other] = [await signIn(world), await signIn(world)];
  await users.logout({ body: { refreshToken: mine.refreshToken } });
  await expect(
    users.refreshToken({ body: { refreshToken: mine.refreshToken } }),
  ).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
  expect(await users.refreshToken({ body: { refreshToken: other.refreshToken } })).toBeDefined();
});

test("the caller's own session ends without a body", async ({ world }) => {
  const { id, accessToken, refreshToken } = await signIn(world);
  const holder = await world.services.accessTokens.verify(accessToken);
  expect(holder?.userId).toBe(id);
  const ctx = await world.system(await seedStore(world));
  await logout({ ...ctx, actor: { kind: "user", ...holder! } }, { body: undefined });
  await expect(world.client().users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject(
    { code: "UNAUTHENTICATED" },
  );
});

test("an access token ends immediately with its session, and after 15 minutes in any case", async ({
  world,
}) => {
  const { accessToken, refreshToken } = await signIn(world);
  const { users } = world.client({ accessToken });
  expect(await users.getMe({})).toBeDefined();
  await world.client().users.logout({ body: { refreshToken } });
  await expect(users.getMe({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const [, payload = ""] = accessToken.split(".");
  const { iat, exp } = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
    iat: number;
    exp: number;
  };
  expect(exp - iat).toBe(15 * 60);
});

test("always returns 204: without a session, for an unknown token and when repeated", async ({
  world,
}) => {
  const { users } = world.client();
  const { refreshToken } = await signIn(world);
  expect(await users.logout({})).toBeUndefined();
  for (const token of ["unknown", refreshToken, refreshToken])
    expect(await users.logout({ body: { refreshToken: token } })).toBeUndefined();
});
