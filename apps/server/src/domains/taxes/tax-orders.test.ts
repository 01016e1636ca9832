import { describe, expect, vi } from "vitest";
import { test, type World } from "#tests/world.ts";
import { taxShop } from "./taxes.fixture.ts";

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a quote compares the regions of 1,000 rates without folding each", async ({ world }) => {
  const shop = await taxShop(world);
  await shop.add({ name: "Other", percent: 10, country: "IT", region: "Ångström  2" });
  const added = await shop.add({ name: "IVA", percent: 22, country: "IT", region: "Milan" });
  await shop.staff.taxes.updateTaxRate({ id: added.id, body: { region: "ÅNGSTRÖM 1" } });
  await world.admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, region, region_key, basis_points)
     select store_id, gen_random_uuid(), name, country, region || i, region_key || i, basis_points
     from shop.tax_rates, generate_series(1, 998) i where id = $1`,
    [added.id],
  );
  const folds = vi.spyOn(String.prototype, "normalize");
  try {
    expect((await shop.quote({ region: "ångström 1" })).tax).toBe(26.84);
    expect(folds.mock.calls.length).toBeLessThan(100);
  } finally {
    folds.mockRestore();
  }
  expect((await shop.quote({ region: "ÅNGSTRÖM 2" })).tax).toBe(12.2);
});

test("the rate depends on the tax class, the place and the day", async ({ world }) => {
  const shop = await taxShop(world);
  await shop.add({ name: "IVA", percent: 20, country: "IT" });
  await shop.add({ name: "IVA", percent: 22, country: "IT", startsOn: day(-2) });
  await shop.add({ name: "IVA", percent: 23, country: "IT", startsOn: day(2) });
  expect((await shop.quote()).tax).toBe(26.84);
  await shop.add({
    name: "Livigno",
    percent: 0,
    country: "IT",
    postalFrom: "23041",
    postalTo: "23041",
  });
  expect((await shop.quote({ postalCode: "23041" })).tax).toBe(0);
  await shop.add({ name: "IVA 4", percent: 4, country: "IT", taxClass: "books" });
  expect((await shop.quote()).tax).toBe(26.84);
  await shop.staff.products.updateProduct({ id: shop.productId, body: { taxClass: "books" } });
  const quote = await shop.quote();
  expect(quote.tax).toBe(4.88);
  expect(quote.trace.at(-1)).toMatchObject({
    kind: "TAX",
    label: "IVA 4",
    percent: 4,
    jurisdiction: "IT",
    base: 122,
    amount: 4.88,
    shares: [4.88],
  });
  await shop.add({ name: "Lombardia", percent: 5, country: "IT", region: "MI", taxClass: "books" });
  expect((await shop.quote({ region: "mi" })).trace.at(-1)).toMatchObject({
    jurisdiction: "IT-MI",
  });
});

test("an order keeps its taxes when rates change, and its invoice lists each of them", async ({
  world,
}) => {
  const shop = await taxShop(world);
  const { id } = await shop.add({ name: "IVA", percent: 22, country: "IT" });
  await shop.set({ pricesIncludeTax: true });
  const order = await shop.order({}, 122);
  expect(order).toMatchObject({ total: 122, tax: 0, taxIncluded: 22, vatId: null });
  await shop.staff.taxes.updateTaxRate({ id, body: { percent: 10 } });
  const kept = await shop.staff.orders.getOrder({ id: order.id });
  expect(kept.taxIncluded).toBe(22);
  // If tax is added after the quote, the buyer sees the new total before paying it.
  await shop.set({ pricesIncludeTax: false });
  await expect(shop.order({}, 122)).rejects.toMatchObject({
    code: "TOTAL_CHANGED",
    details: { quote: { total: 134.2, tax: 12.2 } },
  });
});

test("below the EU's threshold the home rate applies in all members", async ({ world }) => {
  const shop = await taxShop(world);
  await shop.add({ name: "IVA", percent: 22, country: "IT" });
  await shop.add({ name: "MwSt.", percent: 19, country: "DE" });
  expect((await shop.quote({ country: "DE" })).trace.at(-1)).toMatchObject({
    label: "IVA",
    jurisdiction: "IT",
  });
  await shop.set({ hasHomeRatesInEu: false });
  expect((await shop.quote({ country: "DE" })).trace.at(-1)).toMatchObject({
    label: "MwSt.",
    jurisdiction: "DE",
  });
});

describe("an order that is picked up", () => {
  /** Creates a tax shop with a location at the given place, and a rate for pickup there in every region. */
  async function pickupShop(world: World, place: LocationPlace) {
    const shop = await taxShop(world);
    const { storeId, staff } = shop;
    await shop.add({ name: "IVA", percent: 22, country: "IT" });
    await shop.add({ name: "MwSt.", percent: 19, country: "DE" });
    const { id: locationId } = await staff.locations.createLocation({
      storeId,
      body: { code: "berlin", name: "Berlin", ...place },
    });
    const { items: regions } = await staff.shipping.listShippingRegions({ storeId });
    const { items: providers } = await staff.shipping.listShippingProviders({ storeId });
    const { id: pickup } = await staff.shipping.createShippingRate({
      body: {
        providerId: providers[0]?.id ?? "",
        regionId: regions.find(({ countries }) => countries.length === 0)?.id ?? "",
        name: "Pickup",
        type: "PICKUP",
        price: 5,
        locationId,
      },
    });
    return { ...shop, locationId, pickup };
  }
  type LocationPlace = { country?: string | null; region?: string; postalCode?: string };

  test("is taxed where the location is, and shipped where it is sent to", async ({ world }) => {
    const shop = await pickupShop(world, { country: "DE" });
    await shop.set({ pricesIncludeTax: false, hasHomeRatesInEu: true });
    const bought = { country: "FR", shippingRateId: shop.pickup };
    const quote = await shop.quote(bought);
    expect(quote).toMatchObject({ method: shop.pickup, shipping: 5 });
    expect(quote.trace.at(-1)).toMatchObject({ label: "MwSt.", jurisdiction: "DE", percent: 19 });
    const order = await shop.order(bought, quote.total);
    expect(order).toMatchObject({ total: quote.total, pickup: { locationName: "Berlin" } });
    expect(order.trace).toEqual(quote.trace);
    // The store charges its home country's tax in the EU (hasHomeRatesInEu), so an order sent to France is taxed in
    // Italy.
    expect((await shop.quote({ country: "FR" })).trace.at(-1)).toMatchObject({
      label: "IVA",
      jurisdiction: "IT",
    });
  });

  test("is taxed in the store's country if its location has none", async ({ world }) => {
    const shop = await pickupShop(world, {});
    await shop.set({ hasHomeRatesInEu: false });
    const bought = { country: "DE", shippingRateId: shop.pickup };
    expect((await shop.quote(bought)).trace.at(-1)).toMatchObject({ jurisdiction: "IT" });
    expect((await shop.quote({ country: "DE" })).trace.at(-1)).toMatchObject({
      jurisdiction: "DE",
    });
    const { locations } = shop.staff;
    await shop.add({ name: "Texas", percent: 6.25, country: "US", region: "TX" });
    const moved = await locations.updateLocation({
      id: shop.locationId,
      body: { country: "US", region: "texas" },
    });
    expect(moved).toMatchObject({ country: "US", region: "TX", postalCode: "" });
    expect((await shop.quote(bought)).trace.at(-1)).toMatchObject({ jurisdiction: "US-TX" });
    await expect(
      locations.updateLocation({ id: shop.locationId, body: { region: "Bavaria" } }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "region" }] });
    await locations.updateLocation({ id: shop.locationId, body: { country: null, region: "" } });
    expect((await shop.quote(bought)).trace.at(-1)).toMatchObject({ jurisdiction: "IT" });
  });

  test("is not under reverse charge, and each method shows the price that it would cost", async ({
    world,
  }) => {
    const shop = await pickupShop(world, { country: "DE" });
    await shop.set({
      pricesIncludeTax: true,
      hasReverseCharge: true,
      acceptsUnverifiedVatIds: true,
      vatId: "IT00743110157",
    });
    const company = { country: "DE", vatId: "DE136695976" };
    const sent = await shop.quote(company);
    expect(sent).toMatchObject({ subtotal: 100, taxIncluded: 0, vatIdMessage: null });
    const picked = await shop.quote({ ...company, shippingRateId: shop.pickup });
    expect(picked).toMatchObject({ subtotal: 122, taxIncluded: 19.48 });
    expect(picked.vatIdMessage).toContain("taxed where it is picked up");
    const priceOf = (quote: typeof sent, id: string | null) =>
      quote.methods.find((method) => method.id === id)?.price;
    for (const method of [sent.method, picked.method])
      expect(priceOf(sent, method)).toBe(priceOf(picked, method));
    expect(priceOf(sent, shop.pickup)).toBe(picked.shipping);
    expect(priceOf(picked, sent.method)).toBe(sent.shipping);
  });
});

describe("reverse charge", () => {
  const german = "DE 136 695 976";

  test("requires the postal code if the VAT area depends on it", async ({ world }) => {
    const shop = await taxShop(world);
    await shop.add({ name: "IGIC", percent: 7, country: "ES" });
    const buy = (postalCode: string) =>
      shop.order({ country: "ES", postalCode, vatId: "ESA12345674" });
    await shop.set({ hasHomeRatesInEu: false });
    await buy("");
    await shop.set({
      hasReverseCharge: true,
      acceptsUnverifiedVatIds: true,
      vatId: "IT00743110157",
    });
    for (const postalCode of ["", "3"])
      await expect(buy(postalCode)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [{ path: "shippingAddress.postalCode" }],
      });
    expect((await buy("35001")).trace.at(-1)).toMatchObject({ kind: "TAX" });
    expect((await buy("28001")).trace.at(-1)).toMatchObject({ kind: "REVERSE_CHARGE" });
    const { id } = await buy("28001");
    const to = { name: "Ada", address: "Calle 1", city: "Las Palmas", country: "ES" };
    const move = (place: object) =>
      shop.staff.orders.updateOrderAddresses({
        id,
        body: { shippingAddress: { ...to, ...place } },
      });
    await expect(move({})).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "shippingAddress.postalCode" }],
    });
    await expect(move({ postalCode: "35001" })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await move({ city: "Madrid", postalCode: "28002" });
    expect((await shop.order({ country: "IT", postalCode: "" })).status).toBe("PENDING");
  });

  test("takes the tax out of prices for a company in another member state", async ({ world }) => {
    const shop = await taxShop(world);
    await shop.add({ name: "IVA", percent: 22, country: "IT" });
    const vatId = "IT00743110157";
    await shop.set({ pricesIncludeTax: true, hasReverseCharge: true, vatId });
    const bought = { country: "DE", vatId: german };
    // No register confirms the VAT ID, so it may belong to someone else.
    expect(await shop.quote(bought)).toMatchObject({
      subtotal: 122,
      vatIdMessage: expect.stringMatching(/could not be confirmed/),
    });
    expect((await shop.order(bought)).total).toBe(122);
    await shop.set({ acceptsUnverifiedVatIds: true });
    const quote = await shop.quote(bought);
    expect(quote).toMatchObject({
      subtotal: 100,
      tax: 0,
      taxIncluded: 0,
      vatId: "DE136695976",
      vatIdMessage: null,
    });
    expect(quote.trace.at(-1)).toMatchObject({
      kind: "REVERSE_CHARGE",
      isVerified: false,
    });
    const order = await shop.order(bought, quote.total);
    expect(order).toMatchObject({ subtotal: 100, vatId: "DE136695976" });
    expect(order.trace.at(-1)).toMatchObject({ kind: "REVERSE_CHARGE", isVerified: false });
    const store = await world.client().stores.getStore({ id: shop.storeId });
    expect(store.takesVatIds).toBe(true);
  });

  test("doesn't apply for a VAT ID of another country, for domestic orders, or in a store without reverse charge", async ({
    world,
  }) => {
    const shop = await taxShop(world);
    await shop.add({ name: "IVA", percent: 22, country: "IT" });
    const unchanged = {
      tax: 26.84,
      vatIdMessage: expect.stringContaining("doesn't change the tax"),
    };
    expect(await shop.quote({ country: "DE", vatId: german })).toMatchObject(unchanged);
    await shop.set({ hasReverseCharge: true, vatId: "IT00743110157" });
    expect(await shop.quote({ country: "FR", vatId: german })).toMatchObject(unchanged);
    expect(await shop.quote({ vatId: "IT00743110157" })).toMatchObject(unchanged);
    // The order shows the company's VAT ID although it doesn't change the tax.
    expect(await shop.order({ vatId: "IT00743110157" })).toMatchObject({ vatId: "IT00743110157" });
  });

  test("can't begin or end when the buyer changes the address of a paid order", async ({
    world,
  }) => {
    const shop = await taxShop(world, { environment: "TEST" });
    for (const country of ["IT", "DE"]) await shop.add({ name: "VAT", percent: 20, country });
    const settings = { hasReverseCharge: true, acceptsUnverifiedVatIds: true };
    await shop.set({ pricesIncludeTax: true, vatId: "IT00743110157", ...settings });
    const order = await shop.order({ country: "DE", postalCode: "20095", vatId: german });
    expect(order.trace.at(-1)).toMatchObject({ kind: "REVERSE_CHARGE" });
    const { id, orderKey } = order;
    const { orders, payments } = world.client({ orderKey });
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await payments.processPayment({
      id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
    const move = (postalCode: string, city: string) =>
      orders.changeShippingAddress({
        id,
        body: { name: "Ada", address: "Am Markt 1", city, country: "DE", postalCode },
      });
    // Helgoland belongs to Germany, but it is outside the VAT area.
    await expect(move("27498", "Helgoland")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { reason: "OTHER_TERMS" },
    });
    expect((await move("10115", "Berlin")).shippingAddress).toMatchObject({ city: "Berlin" });
  });

  test("is rejected for an invalid VAT ID", async ({ world }) => {
    const shop = await taxShop(world);
    const vatId = "DE136695977";
    expect((await shop.quote({ country: "DE", vatId })).vatIdMessage).toContain(
      "isn't a valid VAT ID",
    );
    await expect(shop.order({ country: "DE", vatId })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "vatId" }],
    });
  });

  test("says whether a register confirmed the VAT ID, and rejects one that the register does not know", async ({
    world,
  }) => {
    const shop = await taxShop(world);
    await shop.set({ hasReverseCharge: true, vatId: "IT00743110157" });
    const bought = { country: "DE", vatId: german };
    const asked: unknown[] = [];
    let answer: "REGISTERED" | "NOT_REGISTERED" = "REGISTERED";
    world.services.vatRegister = {
      lookUp: async (vatId) => {
        asked.push(vatId);
        return answer;
      },
    };
    expect((await shop.quote(bought)).trace.at(-1)).toMatchObject({ isVerified: true });
    expect(asked).toEqual([{ vatId: "DE136695976", country: "DE" }]);
    answer = "NOT_REGISTERED";
    expect((await shop.quote(bought)).vatIdMessage).toContain("not registered");
    await expect(shop.order(bought)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});
