import { describe, expect } from "vitest";
import { newId } from "../../platform/id.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { taxShop } from "./taxes.fixture.ts";

const vat = { name: "IVA", percent: 22, country: "IT" };

test("a rate is added, listed, changed and deleted, and carts are taxed by it", async ({
  world,
}) => {
  const shop = await taxShop(world);
  const { staff, storeId } = shop;
  expect(await shop.quote()).toMatchObject({ tax: 0, total: 122 });
  const made = await shop.add(vat);
  expect(made).toMatchObject({ storeId, ...vat, region: "", taxClass: "", startsOn: null });
  expect(await shop.quote()).toMatchObject({ tax: 26.84, total: 148.84 });
  expect(await shop.quote({ country: "US" })).toMatchObject({ tax: 0, total: 122 });
  const { id } = made;
  const changed = await staff.taxes.updateTaxRate({ id, body: { percent: 10, name: "IVA 10" } });
  expect(changed).toMatchObject({ percent: 10, name: "IVA 10", country: "IT", version: 2 });
  expect((await staff.taxes.listTaxRates({ storeId })).items).toEqual([changed]);
  expect(await shop.quote()).toMatchObject({ tax: 12.2 });
  await staff.taxes.deleteTaxRate({ id });
  expect((await staff.taxes.listTaxRates({ storeId })).items).toEqual([]);
  expect(await shop.quote()).toMatchObject({ tax: 0 });
  await expect(staff.taxes.deleteTaxRate({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(staff.taxes.updateTaxRate({ id, body: {} })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

describe("an invalid rate is rejected with the field, and nothing is written:", () => {
  test.for<[string, string, Record<string, unknown>]>([
    ["more than 100 percent", "percent", { percent: 100.5 }],
    ["a negative percentage", "percent", { percent: -1 }],
    ["a percentage with three decimals", "percent", { percent: 8.125 }],
    ["an unknown country", "country", { country: "EU" }],
    ["a region without a country", "region", { country: null, region: "CA" }],
    ["an unknown state", "region", { country: "US", region: "Lombardia" }],
    [
      "postal codes without a country",
      "postalFrom",
      { country: null, postalFrom: "1", postalTo: "2" },
    ],
    ["no last postal code", "postalTo", { postalFrom: "20100" }],
    ["postal codes in the wrong order", "postalTo", { postalFrom: "30", postalTo: "20" }],
    ["a postal code with other characters", "postalFrom", { postalFrom: "20_", postalTo: "210" }],
    ["a day that doesn't exist", "startsOn", { startsOn: "2027-02-30" }],
    ["a class with spaces", "taxClass", { taxClass: "baby food" }],
  ])("%s", async ([, path, over], { world }) => {
    const shop = await taxShop(world);
    await expect(shop.add({ ...vat, ...over })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path }],
    });
    expect((await shop.staff.taxes.listTaxRates({ storeId: shop.storeId })).items).toEqual([]);
  });
});

test("a second rate for a place, class and day is ALREADY_EXISTS, even if both are sent concurrently", async ({
  world,
}) => {
  const shop = await taxShop(world);
  const taken = { code: "ALREADY_EXISTS", details: { field: "startsOn" } };
  const ofCalifornia = { name: "CA", percent: 7.25, country: "US" };
  const both = await Promise.allSettled([
    shop.add({ ...ofCalifornia, region: "California" }),
    shop.add({ ...ofCalifornia, region: "ca" }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: taken });
  const later = await shop.add({ ...ofCalifornia, region: "CA", startsOn: "2031-01-01" });
  expect(later.region).toBe("CA");
  await expect(
    shop.staff.taxes.updateTaxRate({ id: later.id, body: { startsOn: null } }),
  ).rejects.toMatchObject(taken);
});

test("a store has at most 1,000 rates (LIMIT_REACHED)", async ({ world }) => {
  const shop = await taxShop(world);
  await world.admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, region, basis_points)
     select $1, gen_random_uuid(), 'IVA', 'IT', n, 100 from generate_series(1, 1000) n`,
    [shop.storeId],
  );
  await expect(shop.add(vat)).rejects.toMatchObject({
    code: "LIMIT_REACHED",
    details: { max: 1000 },
  });
});

test("an outdated change or deletion is EDIT_CONFLICT with the current rate", async ({ world }) => {
  const shop = await taxShop(world);
  const { id } = await shop.add(vat);
  await shop.staff.taxes.updateTaxRate({ id, body: { percent: 10 } });
  const stale = { headers: { "if-match": '"1"' } };
  const conflict = { code: "EDIT_CONFLICT", details: { id, percent: 10 } };
  await expect(
    shop.staff.taxes.updateTaxRate({ id, body: { percent: 4 } }, stale),
  ).rejects.toMatchObject(conflict);
  await expect(shop.staff.taxes.deleteTaxRate({ id }, stale)).rejects.toMatchObject(conflict);
  const { storeId, staff } = shop;
  await staff.taxes.updateTaxSettings({ storeId, body: { taxesShipping: true } });
  await expect(
    staff.taxes.updateTaxSettings({ storeId, body: { taxesShipping: false } }, stale),
  ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { taxesShipping: true } });
});

test("rates and settings of another store are NOT_FOUND", async ({ world }) => {
  const shop = await taxShop(world);
  const other = await taxShop(world);
  const { id } = await other.add(vat);
  const notFound = { code: "NOT_FOUND" };
  const storeId = newId();
  const { taxes } = shop.staff;
  await expect(taxes.listTaxRates({ storeId })).rejects.toMatchObject(notFound);
  await expect(taxes.getTaxSettings({ storeId })).rejects.toMatchObject(notFound);
  await expect(taxes.updateTaxSettings({ storeId, body: {} })).rejects.toMatchObject(notFound);
  await expect(taxes.createTaxRate({ storeId, body: vat })).rejects.toMatchObject(notFound);
  await expect(taxes.deleteTaxRate({ id })).rejects.toMatchObject(notFound);
});

describe("settings", () => {
  test("are read, changed and audited", async ({ world }) => {
    const { staff, storeId, set } = await taxShop(world);
    expect(await staff.taxes.getTaxSettings({ storeId })).toMatchObject({
      pricesIncludeTax: false,
      taxesShipping: false,
      hasHomeRatesInEu: true,
      hasReverseCharge: false,
      acceptsUnverifiedVatIds: false,
      vatId: null,
      version: 1,
    });
    const next = await set({ pricesIncludeTax: true, vatId: "it 0074.311.0157" });
    expect(next).toMatchObject({ pricesIncludeTax: true, vatId: "IT00743110157", version: 2 });
    expect(await staff.taxes.getTaxSettings({ storeId })).toEqual(next);
    expect(await set({ vatId: "" })).toMatchObject({ pricesIncludeTax: true, vatId: null });
  });

  test.for<[string, string, string, Record<string, unknown>]>([
    ["an invalid VAT ID", "IT", "vatId", { vatId: "IT123" }],
    ["reverse charge without a VAT ID", "IT", "vatId", { hasReverseCharge: true }],
    [
      "reverse charge with a VAT ID of another country",
      "IT",
      "vatId",
      { hasReverseCharge: true, vatId: "DE136695976" },
    ],
    [
      "reverse charge outside of the EU",
      "CH",
      "hasReverseCharge",
      { hasReverseCharge: true, vatId: "DE136695976" },
    ],
  ])("with %s are rejected", async ([, country, path, body], { world }) => {
    const shop = await taxShop(world, { country });
    await expect(shop.set(body)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path }],
    });
  });
});

describe("a new store", () => {
  test.for([
    ["IT", 22],
    ["JP", 10],
  ] as const)("in %s includes %s percent", async ([country, percent], { world }) => {
    const shop = await taxShop(world, { country, tax: undefined });
    const { items } = await shop.staff.taxes.listTaxRates({ storeId: shop.storeId });
    expect(items.find(({ postalFrom }) => postalFrom === "")).toMatchObject({ country, percent });
    expect(await shop.staff.taxes.getTaxSettings({ storeId: shop.storeId })).toMatchObject({
      pricesIncludeTax: true,
    });
    const quote = await shop.quote({ country });
    expect(quote).toMatchObject({ tax: 0, total: 122 });
    expect(quote.taxIncluded).toBeCloseTo(122 - 122 / (1 + percent / 100), 1);
  });

  test("in the US adds 8 percent there, and nothing elsewhere", async ({ world }) => {
    const storeId = await seedStore(world, { country: "US", tax: undefined });
    const store = await world.client().stores.getStore({ id: storeId });
    expect(store).toMatchObject({ taxPercent: 8, taxesShipping: false, takesVatIds: false });
  });
});
