import { expect } from "vitest";
import { createClient } from "@vetrina/client/create-client";
import { heldInCookie, storageTokens } from "@vetrina/client/tokens";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../../platform/id.ts";
import { inProcessTransport } from "../../../platform/http/transport.ts";
import { callRaw, moveClock, password, seedUser } from "../user.fixture.ts";

const https = { "x-forwarded-proto": "https" };
const refused = { code: "UNAUTHENTICATED" };

async function signInByCookie(world: World, headers: Record<string, string> = {}) {
  const { email } = await seedUser(world);
  const body = { email, password, cookie: true };
  const answer = await callRaw(world, "POST", "/users/login", { body, headers });
  return { answer, cookie: cookieOf(answer) };
}

/** The name=value pair of the refresh token's cookie, and its attributes. */
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

test("with `cookie`, the refresh token is in an HttpOnly, same-site cookie and in no response body", async ({
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

test("the cookie refreshes the session, is rotated each time, and ends with its session", async ({
  world,
}) => {
  const { cookie } = await signInByCookie(world);
  const answer = await refresh(world, cookie.pair);
  expect(answer.json()).toEqual({ accessToken: expect.any(String) });
  const next = cookieOf(answer);
  expect(next.pair).not.toBe(cookie.pair);
  const tab = await refresh(world, cookie.pair);
  expect(cookieOf(tab).pair).toBe(next.pair);
  moveClock(world, 60);
  // An old copy of the first cookie ends the session and clears the cookie.
  const stolen = await refresh(world, cookie.pair);
  expect(stolen.json()).toMatchObject(refused);
  expect(cookieOf(stolen)).toMatchObject({
    pair: "vetrina_refresh=",
    rest: expect.arrayContaining(["Max-Age=0"]),
  });
  expect((await refresh(world, next.pair)).json()).toMatchObject(refused);
});

test("without a token in the body or a cookie there is no session", async ({ world }) => {
  expect((await callRaw(world, "POST", "/users/refresh-token", { body: {} })).json()).toMatchObject(
    refused,
  );
});

test("another origin's page can neither sign in, refresh nor sign out by cookie", async ({
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

test("signing out ends the cookie's session and clears the cookie", async ({ world }) => {
  const { cookie } = await signInByCookie(world);
  const out = await callRaw(world, "POST", "/users/logout", { headers: { cookie: cookie.pair } });
  expect(out.statusCode).toBe(204);
  expect(cookieOf(out).pair).toBe("vetrina_refresh=");
  expect((await refresh(world, cookie.pair)).json()).toMatchObject(refused);
});

test("signing out clears the cookies with order keys", async ({ world }) => {
  const { cookie } = await signInByCookie(world);
  const order = "vetrina_order_01a205a5-00a6-77eb-9d19-515b0131ca0a";
  const out = await callRaw(world, "POST", "/users/logout", {
    headers: { cookie: `${cookie.pair}; ${order}=key; other=kept` },
  });
  const sent = [out.headers["set-cookie"] ?? []].flat().filter((one) => !one.includes("refresh"));
  expect(sent).toEqual([`${order}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`]);
});

test("signing out clears at most 50 cookies of orders, because proxies refuse longer headers", async ({
  world,
}) => {
  const cookiesFor = async (names: string[]) => {
    const out = await callRaw(world, "POST", "/users/logout", {
      headers: { cookie: names.map((name) => `${name}=`).join("; ") },
    });
    expect(out.statusCode).toBe(204);
    return [out.headers["set-cookie"] ?? []].flat();
  };
  const nonsense = Array.from({ length: 900 }, (_, i) => `vetrina_order_${i}`);
  expect(await cookiesFor(nonsense)).toEqual([]);
  const orders = Array.from({ length: 120 }, () => `vetrina_order_${newId()}`);
  const cleared = (await cookiesFor([...orders, ...orders])).map((one) => one.split("=")[0]);
  expect(cleared).toEqual(orders.toSorted().slice(-50));
});

/** A browser's tabs: one shared storage, and a cookie jar that scripts cannot read. */
function browser(world: World) {
  const stored = new Map<string, string>();
  const jar = new Map<string, string>();
  const calls: string[] = [];
  const send = inProcessTransport(world.app, { ip: "192.0.2.1", host: "localhost" });
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const tab = (onSignedOut = () => {}) =>
    createClient({
      tokens: storageTokens(storage),
      onSignedOut,
      transport: async (request) => {
        calls.push(`${new URL(request.url).pathname} ${await request.clone().text()}`);
        const headers = new Headers(request.headers);
        headers.set("cookie", Array.from(jar, (pair) => pair.join("=")).join("; "));
        const answer = await send(new Request(request, { headers }));
        for (const set of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          if (set.includes("Max-Age=0")) jar.delete(name);
          else jar.set(name, value);
        }
        return answer;
      },
    });
  return { stored, jar, calls, tab };
}

test("the client signs in by cookie, shares one refresh between ten tabs and signs out, and no script ever sees the refresh token", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const { stored, jar, calls, tab } = browser(world);
  await tab().users.login({ body: { email, password, cookie: true } });
  expect(stored.get("refreshToken")).toBe(heldInCookie);
  const first = jar.get("vetrina_refresh");

  stored.set("accessToken", "an-access-token-that-is-over");
  const answers = await Promise.all(Array.from({ length: 10 }, () => tab().users.getMe()));
  expect(new Set(answers.map((me) => me.email))).toEqual(new Set([email]));
  expect(calls.filter((call) => call.includes("refresh-token"))).toEqual([
    "/api/v1/users/refresh-token {}",
  ]);
  expect(jar.get("vetrina_refresh")).not.toBe(first);
  for (const token of [first, jar.get("vetrina_refresh")])
    expect([...stored.values(), ...calls].join()).not.toContain(token);

  await tab().users.logout();
  expect(stored.size).toBe(0);
  expect(jar.has("vetrina_refresh")).toBe(false);
  const { rows } = await world.admin.query("select revoked_at is null as alive from shop.sessions");
  expect(rows).toEqual([{ alive: false }]);
});

test("a cookie of an ended session signs the client out, which continues as a guest", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const { stored, tab } = browser(world);
  await tab().users.login({ body: { email, password, cookie: true } });
  await world.admin.query("update shop.sessions set revoked_at = now()");
  let leaves = 0;
  await expect(tab(() => (leaves += 1)).users.getMe()).rejects.toMatchObject(refused);
  expect([leaves, stored.size]).toEqual([1, 0]);
});
