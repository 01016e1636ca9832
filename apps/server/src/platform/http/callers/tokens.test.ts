import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { seedSession, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { accessTokenSeconds, createAccessTokens } from "../../auth/access-token.ts";
import { endpoints, signedIn } from "../contract.fixture.ts";
import { newId } from "../../id.ts";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
type Claims = {
  sub: string;
  sid: string;
  iss: string;
  aud: string;
  iat: number;
  exp: number;
  adm?: boolean;
};

function claimsOf(token: string): Claims {
  const [, payload = ""] = token.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
}

function sign(header: object, claims: object, key: Buffer, hash = "sha256"): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest("base64url")}`;
}

/** The result of /users/me with this token: "in", or the error code. */
async function ask(world: World, token: string): Promise<string> {
  const answer = await world.app.inject({
    method: "GET",
    url: "/api/v1/users/me",
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.statusCode === 200 ? "in" : answer.json<{ code: string }>().code;
}

describe("a token is rejected", () => {
  test("that is forged, changed, unsigned, signed with another key or expired", async ({
    world,
  }) => {
    const token = await signedIn(world, undefined, true);
    const key = world.services.key("access token");
    const claims = claimsOf(token);
    const other = claimsOf(await signedIn(world));
    const hs256 = { alg: "HS256" };
    const [head = "", payload = "", signature = ""] = token.split(".");
    expect(await ask(world, token)).toBe("in");
    expect(await ask(world, sign(hs256, claims, key))).toBe("in");
    const tomorrow = claims.exp + 86_400;
    const forged: Record<string, string> = {
      "no signature": `${head}.${payload}.`,
      "alg none": `${part({ alg: "none" })}.${payload}.`,
      "alg None": `${part({ alg: "None" })}.${payload}.${signature}`,
      "another algorithm": sign({ alg: "HS512" }, claims, key, "sha512"),
      "a public key's algorithm": sign({ alg: "RS256" }, claims, key),
      "no algorithm": sign({}, claims, key),
      "a key of its own": sign(
        { ...hs256, jwk: { kty: "oct", k: "AAAA" } },
        claims,
        Buffer.alloc(3),
      ),
      "another secret": sign(hs256, claims, Buffer.from("a guess")),
      "an empty secret": sign(hs256, claims, Buffer.alloc(0)),
      "a key of another purpose": sign(hs256, claims, world.services.key("refresh token")),
      "another user's payload": `${head}.${part(other)}.${signature}`,
      "a longer life": `${head}.${part({ ...claims, exp: tomorrow })}.${signature}`,
      "administrator by hand": `${head}.${part({ ...other, adm: true })}.${signature}`,
      "a changed signature": `${head}.${payload}.${signature.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`,
      "another issuer": sign(hs256, { ...claims, iss: "elsewhere" }, key),
      "no issuer": sign(hs256, { ...claims, iss: undefined }, key),
      "an hour ago": sign(hs256, { ...claims, exp: claims.iat - 3600 }, key),
      "not yet": sign(hs256, { ...claims, nbf: tomorrow }, key),
      "no subject": sign(hs256, { ...claims, sub: undefined }, key),
      "a subject that is no id": sign(hs256, { ...claims, sub: "admin" }, key),
      "no session": sign(hs256, { ...claims, sid: undefined }, key),
      "a session that is no id": sign(hs256, { ...claims, sid: "1" }, key),
      "a session that never was": sign(hs256, { ...claims, sid: newId() }, key),
      "another user's session": sign(hs256, { ...claims, sid: other.sid }, key),
      "a user that never was": sign(hs256, { ...claims, sub: newId() }, key),
      "no token": "x",
      "half a token": `${head}.${payload}`,
    };
    const opened: string[] = [];
    for (const [name, each] of Object.entries(forged)) {
      const code = await ask(world, each);
      if (code !== "UNAUTHENTICATED") opened.push(`${name}: ${code}`);
    }
    expect(opened).toEqual([]);
  });

  test("that our key signed with missing, invalid or foreign claims", async ({ world }) => {
    const token = await signedIn(world, undefined, true);
    const key = world.services.key("access token");
    const claims = claimsOf(token);
    const { iat, exp } = claims;
    const header = { alg: "HS256" };
    const withText = (text: string) => {
      const signed = `${part(header)}.${Buffer.from(text).toString("base64url")}`;
      return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
    };
    const endless = JSON.stringify({ ...claims, exp: 0 }).replace('"exp":0', '"exp":1e999');
    const wrong: Record<string, object> = {
      "no end": { exp: undefined },
      "an end of null": { exp: null },
      "an end in words": { exp: String(exp) },
      "an end in a list": { exp: [exp] },
      "an end in milliseconds": { exp: exp * 1000 },
      "a day": { exp: iat + 86_400 },
      "a second more than we give": { exp: exp + 1 },
      "no beginning": { iat: undefined },
      "a beginning in words": { iat: String(iat) },
      "a beginning to come": { iat: iat + 600, exp: exp + 600 },
      "a beginning in a year": { iat: iat + 3e7, exp: exp + 3e7 },
      "an end before the beginning": { iat: exp, exp: exp - 1 },
      "another audience": { aud: "elsewhere" },
      "no audience": { aud: undefined },
      "no audience in a list": { aud: [] },
      "an issuer in a list": { iss: ["vetrina"] },
      "a subject in a list": { sub: [claims.sub] },
      "a word too long": { more: "x".repeat(4000) },
    };
    const opened: string[] = [];
    const expectRejected = async (name: string, each: string) => {
      const code = await ask(world, each);
      if (code !== "UNAUTHENTICATED") opened.push(`${name}: ${code}`);
    };
    for (const [name, over] of Object.entries(wrong))
      await expectRejected(name, sign(header, { ...claims, ...over }, key));
    await expectRejected("an end without an end", withText(endless));
    await expectRejected("a list of claims", sign(header, [claims], key));
    for (const more of [
      { crit: ["exp"] },
      { b64: false, crit: ["b64"] },
      { crit: ["own"], own: 1 },
    ])
      await expectRejected(JSON.stringify(more), sign({ ...header, ...more }, claims, key));
    for (const kid of ["../../../../dev/null", "' union select ''--", "https://evil.example/key"])
      for (const empty of [Buffer.alloc(0), Buffer.alloc(32)])
        await expectRejected(kid, sign({ ...header, kid, jku: kid, x5u: kid }, claims, empty));
    expect(opened).toEqual([]);
    // As a control: without any of the changes above, the token is accepted.
    expect(await ask(world, sign(header, claims, key))).toBe("in");
  });

  test("except from a clock slightly ahead, so that several processes accept each other's tokens", async ({
    world,
  }) => {
    const key = world.services.key("access token");
    const claims = claimsOf(await signedIn(world));
    const ahead = { ...claims, iat: claims.iat + 5, exp: claims.exp + 5 };
    expect(await ask(world, sign({ alg: "HS256" }, ahead, key))).toBe("in");
  });

  test("fifteen minutes after it was issued, and its claims make no user an administrator", async ({
    world,
  }) => {
    const user = await signedIn(world);
    const { sub, sid } = claimsOf(user);
    const tokens = createAccessTokens(
      world.services.key("access token"),
      () => new Date(Date.now() - (accessTokenSeconds + 5) * 1000),
    );
    const holder = { userId: sub, sessionId: sid, isPlatformAdmin: false };
    expect(await ask(world, await tokens.issue(holder))).toBe("UNAUTHENTICATED");
    const promoted = await world.services.accessTokens.issue({ ...holder, isPlatformAdmin: true });
    const storeId = await seedStore(world);
    const list = await world.app.inject({
      method: "GET",
      url: `/api/v1/logging/audit?storeId=${storeId}`,
      headers: { authorization: `Bearer ${promoted}` },
    });
    expect(list.statusCode).toBe(404);
  });

  test("once its session has ended, its user was deleted or lost the role", async ({ world }) => {
    const storeId = await seedStore(world);
    const url = `/api/v1/orders/store/${storeId}`;
    const list = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await world.app.inject({ method: "GET", url, headers });
      return answer.statusCode;
    };
    const staff = { storeId, permissions: ["MANAGE_ORDERS"] } as const;
    const change = async (token: string, statement: string) => {
      expect(await list(token)).toBe(200);
      const { sub, sid } = claimsOf(token);
      await world.admin.query(statement, [statement.includes("sessions") ? sid : sub]);
      return list(token);
    };
    const revoke = "update shop.sessions set revoked_at = now() where id = $1";
    const expire =
      "update shop.sessions set expires_at = now() - interval '1 second' where id = $1";
    const remove = "update shop.users set deleted_at = now() where id = $1";
    const dismiss = "delete from shop.role_assignments where user_id = $1";
    const demote = "update shop.users set is_platform_admin = false where id = $1";
    expect(await change(await signedIn(world, staff), revoke)).toBe(401);
    expect(await change(await signedIn(world, staff), expire)).toBe(401);
    expect(await change(await signedIn(world, staff), remove)).toBe(401);
    expect(await change(await signedIn(world, staff), dismiss)).toBe(404);
    expect(await change(await signedIn(world, undefined, true), demote)).toBe(404);
  });

  test("if its session was ended; the user's other session still works", async ({ world }) => {
    const first = await signedIn(world);
    const { sub, sid } = claimsOf(first);
    const second = await seedSession(world, sub);
    await world.admin.query("update shop.sessions set revoked_at = now() where id = $1", [sid]);
    expect([await ask(world, first), await ask(world, second)]).toEqual(["UNAUTHENTICATED", "in"]);
  });

  test("an invalid token is treated like none on public calls", async ({ world }) => {
    const storeId = await seedStore(world);
    const dead = await signedIn(world, { storeId, permissions: ["MANAGE_PRODUCTS"] });
    await world.admin.query("update shop.sessions set revoked_at = now()");
    const answer = await world.app.inject({
      method: "GET",
      url: `/api/v1/products/store/${storeId}`,
      headers: { authorization: `Bearer ${dead}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(endpoints.length).toBeGreaterThan(0);
  });
});
