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

/** Tries wrong codes until no more are looked at. */
async function useUp({ quote }: Shopper): Promise<void> {
  for (let i = 0; i < codeAttempts; i += 1) await quote(`GUESS-${i}`);
}

const limited = { code: "RATE_LIMITED", statusCode: 429 };

describe("wrong discount codes", () => {
  test("are counted over every call that takes one, at once or one after the other", async ({
    world,
  }) => {
    const { from } = await shop(world);
    const guesser = from("192.0.2.7");
    const calls = Array.from({ length: 60 }, (_, i) => {
      const code = `GUESS-${i}`;
      if (i % 3 === 0) return guesser.quote(code).then((quote) => quote.discountMessage);
      const sent: Promise<unknown> =
        i % 3 === 1 ? guesser.validate(code).then(({ message }) => message) : guesser.order(code);
      return sent.catch((error: { code: string; message: string }) =>
        error.code === "DISCOUNT_INVALID" ? error.message : error.code,
      );
    });
    const said = await Promise.all(calls);
    const looked = said.filter((one) => String(one).includes("is not valid"));
    expect(looked.length).toBeLessThanOrEqual(codeAttempts);
    expect(looked.length).toBeGreaterThan(0);
    expect(new Set(said.filter((one) => !looked.includes(one)))).toEqual(
      new Set(["RATE_LIMITED", expect.stringMatching(/^Too many attempts/)]),
    );
  });

  test("past the limit a right code is answered as a wrong one, and the cart has its quote", async ({
    world,
  }) => {
    const { from } = await shop(world);
    const guesser = from("192.0.2.7");
    await useUp(guesser);
    const [right, wrong] = [await guesser.quote("TEN"), await guesser.quote("NEVER")];
    expect(right).toEqual(wrong);
    expect(right).toMatchObject({
      subtotal: 60,
      discount: 0,
      discountCode: null,
      discountMessage: expect.stringMatching(/^Too many attempts.*minutes/),
    });
    for (const code of ["TEN", "NEVER"]) {
      await expect(guesser.validate(code)).rejects.toMatchObject({
        ...limited,
        details: { retryAfterSeconds: expect.any(Number) },
      });
      await expect(guesser.order(code)).rejects.toMatchObject(limited);
    }
    // Someone elsewhere, and whoever sends no code.
    expect(await from("192.0.2.8").quote("TEN")).toMatchObject({ discountCode: "TEN" });
    expect(await guesser.order("")).toMatchObject({ status: "PENDING" });
  });

  test("a page that asks for the same wrong code again and again has tried one", async ({
    world,
  }) => {
    const { from } = await shop(world);
    const shopper = from("192.0.2.7");
    for (let i = 0; i < 3 * codeAttempts; i += 1)
      expect(await shopper.quote(i % 2 === 0 ? "SUMER" : " sumer ")).toMatchObject({
        discountMessage: "The code SUMER is not valid.",
      });
    expect(await shopper.quote("TEN")).toMatchObject({ discountCode: "TEN" });
  });

  test("past the limit the same code is not looked at the second time either", async ({
    world,
  }) => {
    const { from } = await shop(world);
    const guesser = from("192.0.2.7");
    await useUp(guesser);
    for (let i = 0; i < 3; i += 1)
      expect(await guesser.quote("TEN")).toMatchObject({ discountCode: null });
    await expect(guesser.validate("GUESS-0")).rejects.toMatchObject(limited);
  });

  test("a code that was right stays usable for who entered it, whatever others behind the address try", async ({
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

  test("are counted for an IPv6 network, apart for each store, and keep neither address nor code", async ({
    world,
  }) => {
    const [one, two] = [await shop(world), await shop(world)];
    await useUp(one.from("2001:db8:1:2::1"));
    await expect(one.from("2001:db8:1:2:ffff::9").validate("TEN")).rejects.toMatchObject(limited);
    expect(await two.from("2001:db8:1:2::1").validate("TEN")).toMatchObject({ valid: true });
    const { rows } = await world.admin.query("select bucket from shop.rate_limits");
    expect(JSON.stringify(rows)).not.toMatch(/2001|GUESS|TEN/i);
  });
});
