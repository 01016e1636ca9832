import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { codeAttempts } from "./code-attempts.ts";

async function shop(world: World) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { priceMinor: 6000, stock: 500 });
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value) values ($1, gen_random_uuid(), 'TEN', 'PERCENTAGE', 1000)`,
    [storeId],
  );
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const from = (address: string) => {
    const client = world.client({ address });
    return {
      quote: (discountCode: string) =>
        client.shipping.calculateShipping({ body: { storeId, items, discountCode } }),
      validate: (code: string) =>
        client.discounts.validateDiscount({ body: { storeId, code, items } }),
      order: (discountCode: string) =>
        client.orders.createOrder({
          storeId,
          body: { items, discountCode, email: "ada@example.com" },
        }),
    };
  };
  return { storeId, from };
}

type Shopper = ReturnType<Awaited<ReturnType<typeof shop>>["from"]>;

/** Enters wrong codes until the limit is reached. */
async function useUp({ quote }: Shopper): Promise<void> {
  for (let i = 0; i < codeAttempts; i += 1) await quote(`WRONG-${i}`);
}

const limited = { code: "RATE_LIMITED", statusCode: 429 };

describe("wrong discount codes", () => {
  test("are counted across all calls that take a code, even if concurrent", async ({ world }) => {
    const { from } = await shop(world);
    const attacker = from("192.0.2.7");
    const calls = Array.from({ length: 60 }, (_, i) => {
      const code = `WRONG-${i}`;
      if (i % 3 === 0) return attacker.quote(code).then((quote) => quote.discountMessage);
      const sent: Promise<unknown> =
        i % 3 === 1 ? attacker.validate(code).then(({ message }) => message) : attacker.order(code);
      return sent.catch((error: { code: string; message: string }) =>
        error.code === "DISCOUNT_INVALID" ? error.message : error.code,
      );
    });
    const answers = await Promise.all(calls);
    const checked = answers.filter((one) => String(one).includes("is not valid"));
    expect(checked.length).toBeLessThanOrEqual(codeAttempts);
    expect(checked.length).toBeGreaterThan(0);
    expect(new Set(answers.filter((one) => !checked.includes(one)))).toEqual(
      new Set(["RATE_LIMITED", expect.stringMatching(/^Too many attempts/)]),
    );
  });

  test("after the limit, a valid code gets the same answer as a wrong one, and the cart still gets its quote", async ({
    world,
  }) => {
    const { from } = await shop(world);
    const attacker = from("192.0.2.7");
    await useUp(attacker);
    const [right, wrong] = [await attacker.quote("TEN"), await attacker.quote("NEVER")];
    expect(right).toEqual(wrong);
    expect(right).toMatchObject({
      subtotal: 60,
      discount: 0,
      discountCode: null,
      discountMessage: expect.stringMatching(/^Too many attempts.*minutes/),
    });
    for (const code of ["TEN", "NEVER"]) {
      await expect(attacker.validate(code)).rejects.toMatchObject({
        ...limited,
        details: { retryAfterSeconds: expect.any(Number) },
      });
      await expect(attacker.order(code)).rejects.toMatchObject(limited);
    }
    // Callers at other IP addresses, and callers without a code, are not limited.
    expect(await from("192.0.2.8").quote("TEN")).toMatchObject({ discountCode: "TEN" });
    expect(await attacker.order("")).toMatchObject({ status: "PENDING" });
  });

  test("of one address wait for their count with at most two connections", async ({ world }) => {
    const { from } = await shop(world);
    const attacker = from("192.0.2.7");
    await attacker.quote("WRONG");
    const lock = await world.admin.connect();
    await lock.query("begin; select from shop.rate_limits for update");
    const waiting = async () => {
      const { rows } = await world.admin.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    const quotes = Promise.all(Array.from({ length: 40 }, (_, i) => attacker.quote(`WRONG-${i}`)));
    try {
      await expect.poll(waiting).toBe(2);
      // Other shoppers' calls are answered meanwhile.
      expect(await from("192.0.2.8").quote("")).toMatchObject({ subtotal: 60 });
      expect(await waiting()).toBe(2);
    } finally {
      await lock.query("commit");
      lock.release();
    }
    const answers = await quotes;
    const checked = answers.filter((one) => /is not valid/.test(one.discountMessage ?? ""));
    expect(checked).toHaveLength(codeAttempts - 1);
  });

  test("repeating the same wrong code counts as one attempt", async ({ world }) => {
    const { from } = await shop(world);
    const shopper = from("192.0.2.7");
    for (let i = 0; i < 3 * codeAttempts; i += 1)
      expect(await shopper.quote(i % 2 === 0 ? "SUMER" : " sumer ")).toMatchObject({
        discountMessage: "The code SUMER is not valid.",
      });
    expect(await shopper.quote("TEN")).toMatchObject({ discountCode: "TEN" });
  });

  test("after the limit, a repeated code is not checked either", async ({ world }) => {
    const { from } = await shop(world);
    const attacker = from("192.0.2.7");
    await useUp(attacker);
    for (let i = 0; i < 3; i += 1)
      expect(await attacker.quote("TEN")).toMatchObject({ discountCode: null });
    await expect(attacker.validate("WRONG-0")).rejects.toMatchObject(limited);
  });

  test("a valid code stays usable for the shopper who entered it, even if others at the address reach the limit", async ({
    world,
  }) => {
    const { from } = await shop(world);
    const shopper = from("192.0.2.7");
    for (let i = 0; i < 3 * codeAttempts; i += 1) await shopper.quote("ten");
    await useUp(from("192.0.2.7"));
    expect(await shopper.quote("TEN")).toMatchObject({ discountCode: "TEN", discount: 6 });
    expect(await shopper.order("TEN")).toMatchObject({ discountCode: "TEN" });
    expect(await shopper.quote("OTHER")).toMatchObject({
      discountMessage: expect.stringMatching(/^Too many attempts/),
    });
  });

  test("are counted per store and IPv6 network, without storing the address or the code", async ({
    world,
  }) => {
    const [one, two] = [await shop(world), await shop(world)];
    await useUp(one.from("2001:db8:1:2::1"));
    await expect(one.from("2001:db8:1:2:ffff::9").validate("TEN")).rejects.toMatchObject(limited);
    expect(await two.from("2001:db8:1:2::1").validate("TEN")).toMatchObject({ valid: true });
    const { rows } = await world.admin.query("select bucket from shop.rate_limits");
    expect(JSON.stringify(rows)).not.toMatch(/2001:|WRONG|\bTEN\b/i);
  });
});
