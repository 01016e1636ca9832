import { expect } from "vitest";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import type { World } from "#tests/world.ts";

export const password = "correct horse battery";
/** A hash of the password above at the lowest cost: most tests sign in, and a regular hash takes 45 ms of CPU time. */
const passwordHash =
  "$argon2id$v=19$m=8,t=1,p=1$5G9Zm3FN8NRQtikDpw78HQ$+wH/Zl7BwvkvPP5KmwLsKBIfL1g9Sf9j+PiEHXDuwJA";
let made = 0;

/** Inserts a user with the password above directly into the table. */
export async function seedUser(world: World, email = `user-${++made}@example.com`) {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.users (id, email, name, password_hash)
    values (${id}, ${email}, 'Ada', ${passwordHash})`);
  return { id, email };
}

/** Returns a new user's tokens. */
export async function signIn(world: World) {
  const user = await seedUser(world);
  return { ...user, ...(await signInAs(world, user.email)) };
}

/** Opens another session for a seeded user. */
export async function signInAs(world: World, email: string, over: { code?: string } = {}) {
  const answer = await world.client().users.login({ body: { email, password, ...over } });
  return { accessToken: answer.accessToken, refreshToken: answer.refreshToken ?? "" };
}

/** The one-time token in an email's link; "" if there is none. */
export function tokenIn(mail: { text: string } | undefined): string {
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Decodes the secret that an authenticator app gets. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

type Raw = { body?: object; headers?: Record<string, string> };

/** Calls the API as a browser does, to see what the client does not expose: headers and cookies. */
export function callRaw(
  world: World,
  method: "GET" | "POST" | "DELETE",
  path: string,
  { body, headers = {} }: Raw = {},
) {
  return world.inject({
    method,
    url: `/api/v1${path}`,
    headers: { host: "localhost", "x-forwarded-for": "192.0.2.1", ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
}

/** Returns the device cookie that a response sets, formatted for a request. */
export function deviceCookie(answer: { headers: Record<string, unknown> }): string {
  const cookies = [answer.headers["set-cookie"] ?? []].flat().map(String);
  const cookie = cookies.find((one) => one.startsWith("vetrina_device=")) ?? "";
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
  return cookie.split(";")[0] ?? "";
}

/** Moves the server's clock this many seconds ahead of the real time. */
export function moveClock(world: World, seconds: number): void {
  world.services.now = () => new Date(Date.now() + seconds * 1000);
}
