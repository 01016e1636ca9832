import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { shippingShop } from "../shipping/shipping.fixture.ts";
import { taxShop } from "../taxes/taxes.fixture.ts";

type Place = { region?: string; postalCode?: string; country?: string };

const refused = (path: string) => ({ code: "VALIDATION_FAILED", details: [{ path }] });

/** Creates a US store with a product for $60, and the data needed to order it. */
async function usShop(world: World) {
  const shop = await shippingShop(world);
  const place = (body: object) =>
    world.client().orders.createOrder({
      storeId: shop.storeId,
      body: { items: shop.items(), email: "ada@example.com", ...body },
    });
  return {
    ...shop,
    place,
    to: (destination: Place, more: object = {}) => {
      const shippingAddress = {
        name: "Ada",
        address: "1 Main St",
        city: "Beverly Hills, CA",
        country: "US",
        postalCode: "90210",
        ...destination,
      };
      return place({ shippingAddress, ...more });
    },
  };
}

describe("a state", () => {
  test("must be in its country's list, and is stored as its code", async ({ world }) => {
    const { to } = await usShop(world);
    for (const region of ["California", " ca "])
      expect((await to({ region })).shippingAddress?.region).toBe("CA");
    for (const region of ["Calif.", "Oahu", "Hawaiʻi", "C A"])
      await expect(to({ region })).rejects.toMatchObject(refused("shippingAddress.region"));
    await expect(to({ region: "Texas", country: "CA" })).rejects.toMatchObject(
      refused("shippingAddress.region"),
    );
    expect((await to({ region: "Lombardia", country: "IT" })).shippingAddress?.region).toBe(
      "Lombardia",
    );
  });

  test("doesn't change a postal code, which is stored as its country writes it", async ({
    world,
  }) => {
    const { to } = await usShop(world);
    const order = await to({ region: "ON", country: "CA", postalCode: "m5h1j9" });
    expect(order.shippingAddress).toMatchObject({ region: "ON", postalCode: "M5H 1J9" });
  });

  test("is required if the store taxes or ships by state", async ({ world }) => {
    const byTax = await taxShop(world, { country: "US", currency: "USD" });
    expect((await byTax.order({ country: "US", postalCode: "90210" })).tax).toBe(0);
    await byTax.add({ name: "CA", percent: 7.25, country: "US", region: "CA" });
    const missing = refused("shippingAddress.region");
    await expect(byTax.order({ country: "US", postalCode: "90210" })).rejects.toMatchObject(
      missing,
    );
    expect((await byTax.order({ country: "US", region: "CA", postalCode: "90210" })).tax).toBe(
      8.85,
    );
    const { addRegion, to } = await usShop(world);
    await to({});
    await addRegion({ name: "Far", states: [{ country: "US", state: "HI" }] });
    await expect(to({})).rejects.toMatchObject(missing);
    await expect(to({ region: "HI", postalCode: "96801" })).rejects.toMatchObject({
      code: "SHIPPING_UNAVAILABLE",
    });
    await to({ region: "CA" });
  });
});

test("a postal code must belong to the state if the store taxes or ships by state", async ({
  world,
}) => {
  const { addRegion, to } = await usShop(world);
  const oregon = { region: "OR" };
  await to(oregon);
  await addRegion({ name: "Far", states: [{ country: "US", state: "HI" }] });
  const misplaced = refused("shippingAddress.postalCode");
  // The postal code of Beverly Hills with the state Oregon, and that of Honolulu with Texas.
  await expect(to(oregon)).rejects.toMatchObject(misplaced);
  await expect(to({ region: "TX", postalCode: "96801" })).rejects.toMatchObject(misplaced);
  await expect(to({ region: "TX", postalCode: "" })).rejects.toMatchObject(misplaced);
  await to({ region: "OR", postalCode: "97201" });
  await to({ country: "CA", region: "BC", postalCode: "K1A 0B1" });
});

test("a postal code must be complete if the store taxes or ships by postal code", async ({
  world,
}) => {
  const { addRegion, to } = await usShop(world);
  await to({ country: "CH", postalCode: "" });
  await addRegion({
    name: "Engadin",
    postalCodes: [{ country: "CH", from: "7500", to: "7699" }],
  });
  const misshapen = refused("shippingAddress.postalCode");
  for (const postalCode of ["", "750", "７５００"])
    await expect(to({ country: "CH", postalCode })).rejects.toMatchObject(misshapen);
  await to({ country: "CH", postalCode: "8001" });
  await to({ country: "IT", postalCode: "" });
});

describe("an order without an address", () => {
  const missing = refused("shippingAddress");

  test("can be placed if no destination costs more than the store's country", async ({ world }) => {
    const { place } = await usShop(world);
    expect((await place({})).shippingAddress).toBeNull();
  });

  test("is rejected if another destination has a higher tax", async ({ world }) => {
    const shop = await taxShop(world);
    const order = () =>
      world.client().orders.createOrder({ storeId: shop.storeId, body: { items: shop.items } });
    await shop.add({ name: "IVA", percent: 22, country: "IT" });
    await shop.add({
      name: "IVA",
      percent: 0,
      country: "IT",
      postalFrom: "23041",
      postalTo: "23041",
    });
    await order();
    await shop.add({ name: "MwSt.", percent: 25, country: "CH" });
    await expect(order()).rejects.toMatchObject(missing);
    // With included tax, the total is the same everywhere.
    await shop.set({ pricesIncludeTax: true });
    await order();
  });

  test("is rejected if another region has other rates, unless the order is picked up", async ({
    world,
  }) => {
    const { addRegion, addRate, place, storeId } = await usShop(world);
    const region = await addRegion({ name: "Japan", countries: ["JP"] });
    await place({});
    await addRate({ regionId: region.id, name: "Express", price: 34.99 });
    await expect(place({})).rejects.toMatchObject(missing);
    const { rows } = await world.admin.query<{ id: string }>(
      "select id from shop.locations where store_id = $1",
      [storeId],
    );
    const pickup = await addRate({
      name: "Pick up",
      type: "PICKUP",
      price: 0,
      locationId: rows[0]?.id ?? "",
      pickupAddress: "12 Congress Ave, Austin, TX",
    });
    expect((await place({ shippingRateId: pickup.id })).pickup).not.toBeNull();
  });
});
