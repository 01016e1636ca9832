import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { moveClock } from "../users/user.fixture.ts";
import { openShopFor } from "./customers.fixture.ts";
import { guestMinutes, openGuest, sealGuest } from "../orders/guest-handle.ts";

const limited = test.extend({ options: { rateLimits: true } });
const email = "ada@example.com";

describe("a guest at checkout", () => {
  test("gets a handle that reveals nothing, whether the email is known or not", async ({
    world,
  }) => {
    const { storeId, order } = await openShopFor(world);
    await order(world.client(), { email });
    const ask = (address: string) =>
      world.client().customers.findOrCreateGuest({ storeId, body: { email: address } });
    const known = await ask("ADA@example.com");
    const unknown = await ask("eve@example.com");
    expect(Object.keys(known).sort()).toEqual(["expiresAt", "handle"]);
    expect(known.handle).toHaveLength(unknown.handle.length);
    const inside = Buffer.from(known.handle, "base64url").toString("latin1");
    expect(inside).not.toContain("ada");
    expect((await ask(email)).handle).not.toBe(known.handle);
    // Callers who never order leave no rows.
    const { rows } = await world.admin.query("select email, name from shop.customers");
    expect(rows).toEqual([{ email, name: "Ada Lovelace" }]);
  });

  test("becomes one customer, even if orders for one email are placed concurrently", async ({
    world,
  }) => {
    const { storeId, order } = await openShopFor(world);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { handle } = await world
          .client()
          .customers.findOrCreateGuest({ storeId, body: { email } });
        await order(world.client(), { customerHandle: handle });
      }),
    );
    const { rows } = await world.admin.query("select email from shop.customers");
    expect(rows).toEqual([{ email }]);
  });

  test("is linked to the order as its customer, and sets the order's email if none is sent", async ({
    world,
  }) => {
    const { storeId, order } = await openShopFor(world);
    const { handle } = await world
      .client()
      .customers.findOrCreateGuest({ storeId, body: { email, name: "Ada" } });
    const placed = await order(world.client(), { customerHandle: handle });
    expect(placed.customer.email).toBe(email);
    const { rows } = await world.admin.query(
      "select o.email, c.name from shop.orders o join shop.customers c on c.id = o.customer_id",
    );
    expect(rows).toEqual([{ email, name: "Ada" }]);
  });

  test("gets a handle that an order accepts, even with the longest name", async ({ world }) => {
    const { storeId, order } = await openShopFor(world);
    const name = "\u{1F9E5}".repeat(60);
    const longest = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.com`;
    const { handle } = await world
      .client()
      .customers.findOrCreateGuest({ storeId, body: { email: longest, name } });
    const placed = await order(world.client(), { customerHandle: handle });
    expect(placed.customer.email).toBe(longest);
    const { rows } = await world.admin.query("select name from shop.customers");
    expect(rows).toEqual([{ name }]);
  });

  test("can't use a handle that is expired, forged or from another store", async ({ world }) => {
    const { storeId, order } = await openShopFor(world);
    const other = await openShopFor(world);
    const { handle } = await world
      .client()
      .customers.findOrCreateGuest({ storeId, body: { email } });
    const refused = { code: "VALIDATION_FAILED", details: [{ path: "customerHandle" }] };
    await expect(other.order(world.client(), { customerHandle: handle })).rejects.toMatchObject(
      refused,
    );
    for (const customerHandle of ["x", newId(), `${handle.slice(0, -4)}AAAA`])
      await expect(order(world.client(), { customerHandle })).rejects.toMatchObject(refused);
    moveClock(world, guestMinutes * 60 + 1);
    await expect(order(world.client(), { customerHandle: handle })).rejects.toMatchObject(refused);
  });

  test("has a handle that can only be read with its own key", () => {
    const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const now = new Date("2026-11-20T10:00:00.000Z");
    const guest = { email, name: "Ada" };
    const handle = sealGuest(key, "store", guest, new Date(now.getTime() + 1));
    expect(openGuest(key, "store", handle, now)).toEqual(guest);
    expect(openGuest(otherKey, "store", handle, now)).toBeNull();
    expect(openGuest(key, "another", handle, now)).toBeNull();
    expect(openGuest(key, "store", handle, new Date(now.getTime() + 1))).toBeNull();
  });

  limited("allows twenty requests a minute per IP address", async ({ world }) => {
    const storeId = await seedStore(world);
    const client = world.client({ address: "192.0.2.9" });
    const codes = await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        client.customers.findOrCreateGuest({ storeId, body: { email: `a${i}@example.com` } }).then(
          () => "in",
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(5);
  });
});
