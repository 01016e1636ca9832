// @module-tag slow

import { describe } from "vitest";
import { rawRequest } from "./raw-request.ts";
import { test } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

type Line = { level: number; traceId?: string; msg: string; err?: { type: string; stack: string } };

describe("a page that fails", () => {
  test("shows an error page to the visitor, and logs one JSON line with its trace id", async ({
    shops,
    expect,
  }) => {
    const databaseUrl = await shops.newDatabase();
    const shop = await shops.start({ env: { DATABASE_URL: databaseUrl } });
    const admin = await shops.connect(databaseUrl);
    await admin.query("update shop.stores set locale = 'no language at all'");
    await waitUntil("the store's new row is read", async () => {
      const { body } = await rawRequest(shop.port, "/api/v1/stores/sartoria");
      return body.includes("no language at all");
    });
    const before = shop.output().length;
    const page = await rawRequest(shop.port, "/product?link=slip-dress", {
      headers: { host: "localhost" },
    });
    expect(page.status).toBe(500);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.body).not.toContain("RangeError");
    await waitUntil("the log has it", () =>
      /"a page failed".*\n/.test(shop.output().slice(before)),
    );
    const written = shop.output().slice(before).trim().split("\n");
    const lines = written.map((line) => JSON.parse(line) as Line);
    const failed = lines.filter(({ msg }) => msg === "a page failed");
    expect(failed).toMatchObject([{ level: 50, traceId: page.headers["x-trace-id"] }]);
    expect(failed[0]?.err?.stack).toContain("RangeError");
    expect(shop.errors()).toBe("");
  });

  test("is answered with 503 and Retry-After if the database doesn't answer for a while", async ({
    shops,
    expect,
  }) => {
    const databaseUrl = await shops.newDatabase();
    const shop = await shops.start({ env: { DATABASE_URL: databaseUrl } });
    const get = () =>
      rawRequest(shop.port, "/product?link=slip-dress", { headers: { host: "localhost" } });
    // The first request caches the store's settings, so later requests fail only when they read the data of the page
    // itself.
    expect((await get()).status).toBe(200);
    const admin = await shops.connect(databaseUrl);
    const name = new URL(databaseUrl).pathname.slice(1);
    for (const role of ["app", "catalogue"])
      await admin.query(`alter role ${name}_${role} set lock_timeout = '50ms'`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename in ('${name}_app', '${name}_catalogue')`);
    const holder = await admin.connect();
    await holder.query("begin; lock table shop.products in access exclusive mode");
    const page = await get();
    await holder.query("rollback");
    holder.release();
    expect([page.status, page.headers["retry-after"]]).toEqual([503, "2"]);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect((await get()).status).toBe(200);
  });
});
