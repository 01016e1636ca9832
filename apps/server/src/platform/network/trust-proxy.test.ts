import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "../../app.ts";
import { callRaw, password, seedUser } from "../../domains/users/user.fixture.ts";
import type { TrustProxy } from "./trust-proxy.ts";

/** The warnings that are logged while these requests come from these remote addresses. */
async function warningsOf(
  world: World,
  trustProxy: TrustProxy,
  requests: readonly { remoteAddress: string; headers: Record<string, string> }[],
): Promise<string[]> {
  const lines: string[] = [];
  const stream = new PassThrough().on("data", (line) => lines.push(String(line)));
  const log = pino({ level: "warn" }, stream);
  const app = buildApp(
    { ...world.services, log },
    { rateLimits: false, checkResponses: false, trustProxy },
  );
  for (const request of requests)
    await app.inject({ method: "GET", url: "/health/live", ...request });
  await app.close();
  return lines.filter((line) => line.includes("X-Forwarded-For"));
}

const forwarded = { "x-forwarded-for": "203.0.113.5" };

test("an untrusted proxy causes one warning", async ({ world }) => {
  const behind = ["10.0.0.1", "127.0.0.1", "::1", "::ffff:192.168.1.1", "fd00::1"].map(
    (remoteAddress) => ({ remoteAddress, headers: forwarded }),
  );
  for (const request of behind)
    expect(await warningsOf(world, false, [request, ...behind])).toHaveLength(1);
  expect((await warningsOf(world, false, behind))[0]).toContain("TRUST_PROXY");
  // No warning for these: anyone can send the header from a public address, and a request without it came through no
  // proxy.
  const open = [
    { remoteAddress: "8.8.8.8", headers: forwarded },
    { remoteAddress: "::ffff:8.8.8.8", headers: forwarded },
    { remoteAddress: "10.0.0.1", headers: {} },
  ];
  expect(await warningsOf(world, false, open)).toEqual([]);
  expect(await warningsOf(world, 1, behind)).toEqual([]);
});

test("cookies are Secure, and the refresh token's begins with __Host-, if PUBLIC_URL is https", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  world.services.publicUrl = "https://shop.example";
  const signIn = await callRaw(world, "POST", "/users/login", {
    body: { email, password, cookie: true },
  });
  const cookies = [signIn.headers["set-cookie"] ?? []].flat();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toContain("; Secure");
  const refresh = cookies.find((one) => one.startsWith("__Host-vetrina_refresh=")) ?? "";
  expect(refresh).toContain("; Path=/;");
  const headers = { cookie: refresh.split(";")[0] ?? "" };
  const again = await callRaw(world, "POST", "/users/refresh-token", { body: {}, headers });
  expect(again.statusCode).toBe(200);
});
