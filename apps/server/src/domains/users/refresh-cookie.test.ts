import { expect } from "vitest";
import { test, type World } from "../../../../../tests/world.ts";
import { callRaw, moveClock, password, seedUser } from "./user.fixture.ts";

const https = { "x-forwarded-proto": "https" };
const refused = { code: "UNAUTHENTICATED" };

async function signInByCookie(world: World, headers: Record<string, string> = {}) {
  const { email } = await seedUser(world);
  const body = { email, password, cookie: true };
  const answer = await callRaw(world, "POST", "/users/login", { body, headers });
  return { answer, cookie: cookieOf(answer) };
}

/** name=value of the refresh token's cookie, with what stands behind it. */
function cookieOf(answer: Awaited<ReturnType<typeof callRaw>>) {
  const sent = [answer.headers["set-cookie"] ?? []].flat();
  const [pair = "", ...rest] = (sent.find((one) => one.includes("vetrina_refresh")) ?? "").split(
    "; ",
  );
  return { pair, rest };
}

const refresh = (world: World, pair: string, headers: Record<string, string> = {}) =>
  callRaw(world, "POST", "/users/refresh-token", {
    body: {},
    headers: { cookie: `other=1; ${pair}`, ...headers },
  });

test("with cookie the refresh token goes where no script and no other site reaches it, and is in no answer", async ({
  world,
}) => {
  const { answer, cookie } = await signInByCookie(world);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).not.toHaveProperty("refreshToken");
  expect(cookie.pair).toMatch(/^vetrina_refresh=[\w-]{43}$/);
  expect(cookie.rest).toEqual(
    expect.arrayContaining(["HttpOnly", "SameSite=Strict", "Path=/api/v1/users"]),
  );
  const secure = await signInByCookie(world, https);
  expect(secure.cookie.pair).toMatch(/^__Host-vetrina_refresh=/);
  expect(secure.cookie.rest).toEqual(
    expect.arrayContaining(["Secure", "HttpOnly", "SameSite=Strict", "Path=/"]),
  );
  expect(secure.cookie.rest.join()).not.toContain("Domain");
});

test("the cookie refreshes, is turned each time, and ends with its session", async ({ world }) => {
  const { cookie } = await signInByCookie(world);
  const answer = await refresh(world, cookie.pair);
  expect(answer.json()).toEqual({ accessToken: expect.any(String) });
  const next = cookieOf(answer);
  expect(next.pair).not.toBe(cookie.pair);
  const tab = await refresh(world, cookie.pair);
  expect(cookieOf(tab).pair).toBe(next.pair);
  moveClock(world, 60);
  // A copy of the first one, taken long ago: the family ends, and the cookie is taken away.
  const stolen = await refresh(world, cookie.pair);
  expect(stolen.json()).toMatchObject(refused);
  expect(cookieOf(stolen)).toMatchObject({
    pair: "vetrina_refresh=",
    rest: expect.arrayContaining(["Max-Age=0"]),
  });
  expect((await refresh(world, next.pair)).json()).toMatchObject(refused);
});

test("without a token in body or cookie there is no session", async ({ world }) => {
  expect((await callRaw(world, "POST", "/users/refresh-token", { body: {} })).json()).toMatchObject(
    refused,
  );
});

test("another origin's page can neither sign in by cookie, refresh nor sign out with it", async ({
  world,
}) => {
  const { cookie } = await signInByCookie(world);
  const elsewhere = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://localhost:4000" },
  ];
  for (const headers of elsewhere) {
    const signedIn = await signInByCookie(world, headers);
    expect(signedIn.answer.json()).toMatchObject({ code: "FORBIDDEN" });
    expect((await refresh(world, cookie.pair, headers)).json()).toMatchObject(refused);
    const out = await callRaw(world, "POST", "/users/logout", {
      headers: { ...headers, cookie: cookie.pair },
    });
    expect(out.headers["set-cookie"]).toBeUndefined();
  }
  const own = { origin: "http://localhost", "sec-fetch-site": "same-origin" };
  expect((await refresh(world, cookie.pair, own)).statusCode).toBe(200);
});

test("signing out ends the cookie's session and takes the cookie away", async ({ world }) => {
  const { cookie } = await signInByCookie(world);
  const out = await callRaw(world, "POST", "/users/logout", { headers: { cookie: cookie.pair } });
  expect(out.statusCode).toBe(204);
  expect(cookieOf(out).pair).toBe("vetrina_refresh=");
  expect((await refresh(world, cookie.pair)).json()).toMatchObject(refused);
});
