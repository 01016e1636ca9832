// @module-tag slow

import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { staffClient } from "../../domains/products/catalogue.fixture.ts";

const health = "/api/v1/health/check";

describe("a temporarily unavailable database", () => {
  test.for([
    ["53100", "the disk is full"],
    ["53200", "out of memory"],
    ["53000", "insufficient resources"],
    ["53400", "a limit of its configuration"],
    ["58030", "an error of its disk"],
    ["40001", "conflicts that retries did not resolve"],
    ["40P01", "deadlocks that retries did not resolve"],
  ] as const)("%s, %s: 503 with Retry-After, and nothing is written", async ([code], { world }) => {
    const order = await orderRequest(world);
    await failWrites(world, "orders", code);
    const answer = await world.app.inject(order);
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "2"]);
    expect(answer.json()).toMatchObject({
      code: "DATABASE_UNAVAILABLE",
      message: "The store isn't available right now. Try again in a moment.",
      details: null,
    });
    expect(answer.payload).not.toContain("provoked");
    const { rows } = await world.admin
      .query(`select (select count(*)::int from shop.orders) as orders,
      (select coalesce(sum(reserved), 0)::int from shop.inventory_levels) as held`);
    expect(rows).toEqual([{ orders: 0, held: 0 }]);

    await world.admin.query("drop trigger fail_writes on shop.orders");
    expect((await world.app.inject(order)).statusCode).toBe(201);
  });

  test("an error of another kind stays a 500", async ({ world }) => {
    const order = await orderRequest(world);
    await failWrites(world, "orders", "22012");
    expect((await world.app.inject(order)).statusCode).toBe(500);
  });

  test("a payment that cannot be opened because of a full disk is 503, not the provider's 502", async ({
    world,
  }) => {
    const made = await world.app.inject(await orderRequest(world));
    const { id, orderKey } = made.json<{ id: string; orderKey: string }>();
    await failWrites(world, "test_payments", "53100");
    const answer = await world.app.inject({
      method: "POST",
      url: `/api/v1/orders/${id}/payment-intent`,
      headers: { "x-order-key": orderKey },
      payload: { provider: "other" },
    });
    expect(answer.json()).toMatchObject({ code: "DATABASE_UNAVAILABLE", statusCode: 503 });
  });
});

describe("the health check", () => {
  test("is 503 with Retry-After after a write hit a full disk, while the process stays alive", async ({
    world,
  }) => {
    const order = await orderRequest(world);
    expect((await world.app.inject(health)).statusCode).toBe(200);
    await failWrites(world, "orders", "53100");
    await world.app.inject(order);
    for (const url of [health, "/api/v1/heath/check", "/health/check"]) {
      const answer = await world.app.inject(url);
      expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "2"]);
      expect(answer.json()).toMatchObject({
        message: "The database has no disk space left, or didn't answer in time.",
      });
    }
    expect((await world.app.inject("/health/live")).statusCode).toBe(200);
  });

  test("is 503 if the database has no space, even without a write", async ({ world }) => {
    await world.admin.query(`
      create or replace function door.check_disk_space() returns void language plpgsql as
      $$ begin raise exception 'provoked' using errcode = '53100'; end $$`);
    expect((await world.app.inject(health)).statusCode).toBe(503);
  });

  test("stays 200 after errors that don't concern space", async ({ world }) => {
    const order = await orderRequest(world);
    await failWrites(world, "orders", "53200");
    await world.app.inject(order);
    expect((await world.app.inject(health)).statusCode).toBe(200);
  });

  test("probes the database at intervals, not at each request", async ({ world }) => {
    await world.admin.query(`create sequence public.probes;
      grant usage on sequence public.probes to public;
      create or replace function door.check_disk_space() returns void language plpgsql as
      $$ begin perform nextval('public.probes'); end $$`);
    await Promise.all(Array.from({ length: 20 }, () => world.app.inject(health)));
    const { rows } = await world.admin.query<{ n: number }>(
      "select nextval('public.probes')::int as n",
    );
    expect(rows[0]?.n).toBeLessThan(10);
  });
});

describe("an upload to a full disk", () => {
  test.for(["ENOSPC", "EDQUOT", "EROFS", "EMFILE"])(
    "%s: 503, and the store has no picture",
    async (code, { world }) => {
      const storeId = await seedStore(world);
      const staff = await staffClient(world, storeId);
      world.services.files.write = async () => {
        throw Object.assign(new Error(`${code}: provoked, write`), { code });
      };
      const file = new Blob([new Uint8Array(onePixel)], { type: "image/png" });
      await expect(staff.media.uploadMedia({ storeId, file })).rejects.toMatchObject({
        code: "DATABASE_UNAVAILABLE",
        statusCode: 503,
      });
      const { rows } = await world.admin.query("select id from shop.media");
      expect(rows).toEqual([]);
      // Our own files may be on a different disk than the database.
      expect((await world.app.inject(health)).statusCode).toBe(200);
    },
  );
});

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function orderRequest(world: World) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId);
  return {
    method: "POST" as const,
    url: `/api/v1/orders/store/${storeId}`,
    payload: { items: [{ variantId: variantIds[0], quantity: 1 }], email: "ada@example.com" },
  };
}

/** Makes every insert into the table fail with this PostgreSQL code. */
async function failWrites({ admin }: World, table: string, code: string): Promise<void> {
  await admin.query(`
    create function shop.fail_writes() returns trigger language plpgsql as
      $$ begin raise exception 'provoked' using errcode = '${code}'; end $$;
    grant execute on function shop.fail_writes() to public;
    create trigger fail_writes before insert on shop.${table} for each row execute function shop.fail_writes()`);
}
