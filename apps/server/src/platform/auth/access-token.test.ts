import { SignJWT, UnsecuredJWT } from "jose";
import { expect } from "vitest";
import { signIn } from "../../domains/users/user.fixture.ts";
import { test } from "#tests/world.ts";
import { newId } from "../id.ts";
import { createAccessTokens } from "./access-token.ts";

const hourAgo = () => new Date(Date.now() - 3_600_000);
const refused = { code: "UNAUTHENTICATED", statusCode: 401 };

test("tokens that are unsigned, expired, or signed with another key, algorithm or issuer are rejected", async ({
  world,
}) => {
  const { id: userId, refreshToken } = await signIn(world);
  const { services } = world;
  const key = services.key("access token");
  const holder = { userId, sessionId: userId, isPlatformAdmin: true };
  const claims = { sid: userId, adm: true };
  const forged = {
    none: new UnsecuredJWT(claims)
      .setSubject(userId)
      .setIssuer("vetrina")
      .setExpirationTime("1h")
      .encode(),
    foreignKey: await createAccessTokens(services.key("another"), services.now).issue(holder),
    otherAlgorithm: await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS512" })
      .setSubject(userId)
      .setIssuer("vetrina")
      .setExpirationTime("1h")
      .sign(Buffer.concat([key, key])),
    expired: await createAccessTokens(key, hourAgo).issue(holder),
    otherIssuer: await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(userId)
      .setIssuer("elsewhere")
      .setExpirationTime("1h")
      .sign(key),
    refreshToken,
    noToken: "null",
  };
  for (const accessToken of Object.values(forged))
    await expect(world.client({ accessToken }).users.getMe({})).rejects.toMatchObject(refused);
});

test("a token is rejected from the second it expires, even if it was verified before", async () => {
  let time = Date.now();
  const tokens = createAccessTokens(Buffer.alloc(32, 1), () => new Date(time));
  const holder = { userId: newId(), sessionId: newId(), isPlatformAdmin: false };
  const token = await tokens.issue(holder);
  expect(await tokens.verify(token)).toEqual(holder);
  time += 15 * 60 * 1000;
  expect(await tokens.verify(token)).toBeNull();
});

test("a token issued just before the next second is valid", async () => {
  let time = 1_700_000_000_999;
  const tokens = createAccessTokens(Buffer.alloc(32, 1), () => new Date(time++));
  const holder = { userId: newId(), sessionId: newId(), isPlatformAdmin: false };
  expect(await tokens.verify(await tokens.issue(holder))).toEqual(holder);
});
