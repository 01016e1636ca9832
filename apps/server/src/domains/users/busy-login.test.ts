import { pino } from "pino";
import { expect } from "vitest";
import { test as base, type World } from "#tests/world.ts";
import { buildApp } from "../../app.ts";
import {
  hashesAtOnce,
  inPasswordQueue,
  maxWaitingOfCaller,
} from "../../platform/auth/password-queue.ts";
import { noCaller } from "../../platform/http/callers/caller.ts";
import { callRaw, deviceCookie, password, seedUser } from "./user.fixture.ts";

const test = base.extend({ options: { rateLimits: true } });
const address = "192.0.2.1";

/** Keeps the queue full for anonymous callers of the address until the returned function is called. */
function fillQueue(): () => Promise<void> {
  const open = Promise.withResolvers<void>();
  const by = { caller: { ...noCaller, address }, limitsCallers: true };
  const work = Array.from({ length: hashesAtOnce + maxWaitingOfCaller }, () =>
    inPasswordQueue({ by, account: null }, () => open.promise),
  );
  return async () => {
    open.resolve();
    await Promise.all(work);
  };
}

const login = (world: World, email: string, cookie = "") =>
  callRaw(world, "POST", "/users/login", {
    body: { email, password },
    headers: { "x-forwarded-for": address, cookie },
  });

test("a login that the server is too busy to check doesn't count as an attempt, for known and unknown emails", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const empty = fillQueue();
  for (const each of [email, "nobody@example.com"])
    for (let i = 0; i < 6; i++) {
      const answer = await login(world, each);
      expect(answer.json()).toMatchObject({ code: "SERVER_BUSY" });
      expect(answer.headers["retry-after"]).toBe("5");
    }
  await empty();
  expect((await login(world, email)).statusCode).toBe(200);
  expect((await login(world, "nobody@example.com")).statusCode).toBe(401);
});

test("a known browser logs in while its own address fills the queue", async ({ world }) => {
  const { email } = await seedUser(world);
  const cookie = deviceCookie(await login(world, email));
  const empty = fillQueue();
  const known = login(world, email, cookie);
  await expect.poll(async () => (await login(world, email)).statusCode).toBe(503);
  await empty();
  expect((await known).statusCode).toBe(200);
});

test("refused logins write one short line of log each", async ({ world }) => {
  const lines: string[] = [];
  world.services.log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
  const app = buildApp(world.services, { rateLimits: true, checkResponses: false, trustProxy: 1 });
  const empty = fillQueue();
  const answer = await app.inject({
    method: "POST",
    url: "/api/v1/users/login",
    headers: { "x-forwarded-for": address },
    body: { email: "nobody@example.com", password },
  });
  await empty();
  await app.close();
  expect(answer.json()).toMatchObject({ code: "SERVER_BUSY" });
  const failures = lines.filter((line) => line.includes("SERVER_BUSY"));
  expect(failures).toHaveLength(1);
  expect(failures.join().length).toBeLessThan(400);
});
