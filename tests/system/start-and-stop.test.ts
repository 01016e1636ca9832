// @module-tag slow

import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { describe, type ExpectStatic } from "vitest";
import { exitOf, hasEnded, type Shop } from "../running-shop.ts";
import { invariantsAtRest } from "./after-a-crash.ts";
import { type RawAnswer, rawRequest } from "./raw-request.ts";
import { clientOf, findItem, purchase } from "./shopper.ts";
import { test } from "./shops.ts";
import { smallShop } from "./small-shop.ts";
import { waitUntil } from "./wait-until.ts";

describe("one data folder", () => {
  test("its first start prints the password, a stop under load fails no request, and the next start continues", async ({
    shops,
    expect,
  }) => {
    const dataDir = await shops.dataDir();
    const first = await shops.start({ dataDir, readyAt: null });
    expect(first.output()).toContain(`Sartoria: http://localhost:${first.port}`);
    expect(first.output()).toContain(`Bottega: http://bottega.localhost:${first.port}`);
    expect(first.output()).toContain(`API: http://localhost:${first.port}/api/v1/docs`);
    const told = /Administrator (\S+), password (\S+)/.exec(first.output());
    const session = await clientOf(first).users.login({
      body: { email: told?.[1] ?? "", password: told?.[2] ?? "" },
    });
    expect(session.user.email).toBe("admin@vetrina.localhost");

    // Two servers run side by side, but not on the same folder.
    const other = await shops.start();
    const stores = await Promise.all(
      [first, other].map((shop) => clientOf(shop).stores.getStore({ id: "sartoria" })),
    );
    expect(stores[0]?.id).not.toBe(stores[1]?.id);
    await other.end("SIGTERM");
    const third = await shops.spawn({ dataDir });
    const { code } = await exitOf(third.process);
    expect([code, third.errors()]).toEqual([
      1,
      `${dataDir} is already in use by process ${first.process.pid}. Stop it or set DATA_DIR to another folder.\n`,
    ]);
    expect((await rawRequest(first.port, "/health/check")).status).toBe(200);

    await stopUnderLoad(first, expect);

    const launcher = await shops.start({ dataDir, launcher: true, readyAt: "/" });
    expect(launcher.output()).not.toContain("password");
    const admin = await shops.connect(await launcher.databaseUrl());
    expect(await invariantsAtRest(admin)).toEqual([]);

    // Killing the launcher also ends its server, which stops its PostgreSQL.
    await launcher.end("SIGKILL");
    await waitUntil("the server is gone", () =>
      rawRequest(launcher.port, "/health/live").then(
        () => false,
        () => true,
      ),
    );
    expect(hasEnded(launcher.process)).toBe(true);
    await delay(200);
    const again = await shops.start({ dataDir, readyAt: null });
    expect(again.output()).not.toContain("killed server");
    expect(await again.end("SIGINT")).toMatchObject({ code: 0 });
  });
});

describe("several processes", () => {
  test("two web processes and two workers run on one database, and print no password with ADMIN_EMAIL and ADMIN_PASSWORD", async ({
    shops,
    expect,
  }) => {
    const env = {
      DATABASE_URL: await shops.newDatabase({ isEmpty: true }),
      SECRET_KEY: "the same on every machine, and long",
      ADMIN_EMAIL: "Ada@Example.com",
      ADMIN_PASSWORD: "correct horse battery",
    };
    const roles = ["web", "worker", "web", "worker"];
    const started = await Promise.all(
      roles.map((role) =>
        shops.start({
          env,
          args: ["--role", role, ...smallShop],
          readyAt: role === "web" ? "/health/check" : null,
        }),
      ),
    );
    const [web, worker, otherWeb] = started;
    if (web === undefined || worker === undefined || otherWeb === undefined)
      throw new Error("not all processes have started");
    await expect(rawRequest(worker.port, "/health/live")).rejects.toThrow(/ECONNREFUSED/);

    for (const shop of started) expect(shop.output()).not.toMatch(/password|correct horse/);
    const session = await clientOf(web).users.login({
      body: { email: "ada@example.com", password: env.ADMIN_PASSWORD },
    });
    expect(session.accessToken).toMatch(/\./);

    const admin = await shops.connect(env.DATABASE_URL);
    const { rows } = await admin.query("select slug from shop.stores order by slug");
    expect(rows).toEqual([{ slug: "bottega" }, { slug: "sartoria" }]);

    const item = await findItem(web);
    const buyer = purchase(item, "apart");
    await buyer.prepare(web);
    await buyer.finish(otherWeb);
    expect(await invariantsAtRest(admin)).toEqual([]);
    const sent = await admin.query("select from shop.mails where template = 'order-confirmation'");
    expect(sent.rowCount).toBe(1);
  });
});

describe("stopping", () => {
  test("a server that receives a signal as soon as it answers stops cleanly", async ({
    shops,
    expect,
  }) => {
    const shop = await shops.spawn({ env: { DATABASE_URL: await shops.newDatabase() } });
    const answers = () =>
      rawRequest(shop.port, "/health/live").then(
        () => true,
        () => false,
      );
    while (!hasEnded(shop.process) && !(await answers()));
    expect(await shop.end("SIGINT")).toMatchObject({ code: 0, signal: null });
  });

  test("a server that is stopping tells load balancers so, and still answers all other requests", async ({
    shops,
    expect,
  }) => {
    const env = { DATABASE_URL: await shops.newDatabase(), DRAIN_SECONDS: "8" };
    const shop = await shops.start({ env });
    const ready = ["/health/check", "/api/v1/health/check", "/api/v1/heath/check"];
    const statuses = () =>
      Promise.all(ready.map(async (path) => (await rawRequest(shop.port, path)).status));
    expect(await statuses()).toEqual([200, 200, 200]);

    const ended = shop.end("SIGTERM");
    await waitUntil("the server is draining", async () => !(await statuses()).includes(200));
    const refused = await rawRequest(shop.port, "/health/check");
    expect([refused.status, refused.headers["connection"], JSON.parse(refused.body)]).toEqual([
      503,
      "close",
      expect.objectContaining({ code: "SHUTTING_DOWN", statusCode: 503 }),
    ]);
    expect((await rawRequest(shop.port, "/health/live")).status).toBe(200);
    const page = await rawRequest(shop.port, "/", { headers: { host: "localhost" } });
    expect(page.status).toBe(200);
    const { code, seconds } = await ended;
    expect(code).toBe(0);
    expect(seconds).toBeGreaterThanOrEqual(8);
    await expect(rawRequest(shop.port, "/health/check")).rejects.toThrow(/ECONNREFUSED/);
  });
});

/** Sends SIGTERM to a busy shop. Asserts that no request fails and that the process ends. */
async function stopUnderLoad(shop: Shop, expect: ExpectStatic): Promise<void> {
  const item = await findItem(shop);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const answers: RawAnswer[] = [];
  const refused: string[] = [];
  const ending = new AbortController();
  const reader = async (path: string) => {
    while (!ending.signal.aborted) {
      const headers = { host: "localhost" };
      await rawRequest(shop.port, path, { agent, headers }).then(
        (answer) => answers.push(answer),
        (error: NodeJS.ErrnoException) => {
          refused.push(error.code ?? error.message);
          ending.abort();
        },
      );
    }
  };
  const buyers = Array.from({ length: 4 }, (_, i) => purchase(item, `stop-${i}`));
  const buying = buyers.map((buyer) => buyer.finish(shop).catch(() => {}));
  const readers = [
    "/",
    "/",
    "/api/v1/stores/sartoria/products/slip-dress",
    "/product?link=slip-dress",
  ];
  const reading = readers.map(reader);
  await waitUntil("the shop is busy", () => answers.length > 20);

  const { code, seconds } = await shop.end("SIGTERM");
  ending.abort();
  await Promise.all([...reading, ...buying]);
  agent.destroy();
  expect(code).toBe(0);
  // Waiting until idle keep-alive connections end would delay the stop by 72 s.
  expect(seconds).toBeLessThan(60);
  expect(answers.filter(({ status }) => status >= 500).map(({ status }) => status)).toEqual([]);
  // Only connections failed: they were refused, or reset before the request was accepted. No client got a partial
  // response.
  expect(refused.filter((code) => !/^ECONN(?:REFUSED|RESET)$/.test(code))).toEqual([]);
}
