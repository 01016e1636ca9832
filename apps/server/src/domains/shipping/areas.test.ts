import { describe, expect } from "vitest";
import type { ShippingRegionInput } from "@vetrina/contract/pricing/shipping-regions";
import { test } from "#tests/world.ts";
import { expectRefused } from "../roles/roles.fixture.ts";
import { shippingShop } from "./shipping.fixture.ts";

type Areas = Partial<ShippingRegionInput>;

test("a destination is in the region of its postal code or state, otherwise of its country, otherwise of the rest of the world", async ({
  world,
}) => {
  const { addRegion, addRate, quote } = await shippingShop(world);
  const regions: [string, Areas, number][] = [
    ["West", { states: [{ country: "US", state: "California" }] }, 1],
    ["Islands", { postalCodes: [{ country: "IT", from: "09", to: "09" }] }, 2],
    ["Sicily", { postalCodes: [{ country: "IT", from: "90", to: "98" }] }, 3],
    ["Italy", { countries: ["IT"] }, 4],
  ];
  for (const [name, areas, price] of regions) {
    const { id } = await addRegion({ name, ...areas });
    await addRate({ regionId: id, name, price });
  }
  const price = async (country: string, region?: string, postalCode?: string) => {
    const destination = {
      country,
      ...(region === undefined ? {} : { region }),
      ...(postalCode === undefined ? {} : { postalCode }),
    };
    return (await quote({ destination })).shipping;
  };
  expect(await price("US", "CA", "90210")).toBe(1);
  expect(await price("US", " california ")).toBe(1);
  expect(await price("US", "TX", "78701")).toBe(9.99);
  expect(await price("US")).toBe(9.99);
  expect(await price("IT", "", "09010")).toBe(2);
  expect(await price("IT", "PA", "90133")).toBe(3);
  expect(await price("IT", "ME", "98 121")).toBe(3);
  expect(await price("IT", "MI", "20121")).toBe(4);
  expect(await price("IT", "MI", "9")).toBe(4);
  expect(await price("FR")).toBe(9.99);
});

describe("invalid areas are rejected with the field, and nothing is written:", () => {
  test.for<[string, Areas, string]>([
    ["a country of another region", { countries: ["CA", "US"] }, "countries.1"],
    ["a country twice", { countries: ["CA", "CA"] }, "countries.1"],
    ["a second region for everywhere else", {}, "countries"],
    [
      "a state twice",
      {
        states: [
          { country: "CA", state: "ON" },
          { country: "CA", state: "Ontario" },
        ],
      },
      "states.1",
    ],
    ["an unknown state", { states: [{ country: "CA", state: "Milan" }] }, "states.0.state"],
    [
      "a country and a part of it",
      { countries: ["CA"], states: [{ country: "CA", state: "ON" }] },
      "states.0",
    ],
    [
      "overlapping ranges",
      {
        postalCodes: [
          { country: "IT", from: "00", to: "20" },
          { country: "IT", from: "2000", to: "2999" },
        ],
      },
      "postalCodes.1",
    ],
    [
      "a range that ends before it begins",
      { postalCodes: [{ country: "IT", from: "20", to: "10" }] },
      "postalCodes.0.to",
    ],
    [
      "a range with ends of different lengths",
      { postalCodes: [{ country: "IT", from: "20", to: "300" }] },
      "postalCodes.0.to",
    ],
    [
      "a range of another region",
      { postalCodes: [{ country: "DE", from: "10", to: "20" }] },
      "postalCodes.0",
    ],
    [
      "a state of a country divided by postal codes",
      { states: [{ country: "DE", state: "Berlin" }] },
      "states.0",
    ],
  ])("%s", async ([, areas, path], { world }) => {
    const { addRegion, staff, storeId } = await shippingShop(world);
    const german = await addRegion({
      name: "Berlin",
      postalCodes: [{ country: "DE", from: "10", to: "14" }],
    });
    const other = await addRegion({ name: "Japan", countries: ["JP"] });
    const before = await staff.shipping.listShippingRegions({ storeId });
    const refused = { code: "VALIDATION_FAILED", details: [{ path }] };
    await expectRefused(
      [
        addRegion({ name: "New", ...areas }),
        staff.shipping.updateShippingRegion({
          id: other.id,
          body: { countries: [], states: [], postalCodes: [], ...areas },
        }),
      ],
      refused,
    );
    expect(await staff.shipping.listShippingRegions({ storeId })).toEqual(before);
    expect(await staff.shipping.getShippingRegion({ id: german.id })).toEqual(german);
  });
});

test("only the fields sent of a region change, and deleting it deletes its rates", async ({
  world,
}) => {
  const { addRegion, addRate, staff, quote } = await shippingShop(world);
  const made = await addRegion({ name: "Alps", countries: ["CH", "AT"], position: 5 });
  const { id } = made;
  expect(made).toMatchObject({ countries: ["AT", "CH"], position: 5, version: 1, rates: [] });
  const rate = await addRate({ regionId: id, price: 7 });
  const changed = await staff.shipping.updateShippingRegion({
    id,
    body: { countries: ["CH"], states: [{ country: "AT", state: "Tyrol" }] },
  });
  expect(changed).toMatchObject({
    name: "Alps",
    countries: ["CH"],
    states: [{ country: "AT", state: "Tyrol" }],
    version: 2,
    rates: [{ id: rate.id }],
  });
  expect(await world.client().shipping.getShippingRegion({ id })).toEqual(changed);
  expect((await quote({ destination: { country: "CH" } })).shipping).toBe(7);
  await staff.shipping.deleteShippingRegion({ id });
  const gone = await quote({ destination: { country: "CH" }, shippingRateId: rate.id });
  expect(gone).toMatchObject({
    shipping: 9.99,
    methodMessage: "The shipping method you chose is not available. Standard is used instead.",
  });
  await expect(staff.shipping.getShippingRegion({ id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("another region's name, one region too many, and outdated versions are rejected", async ({
  world,
}) => {
  const { addRegion, staff, storeId, regionId } = await shippingShop(world);
  await addRegion({ name: "Japan", countries: ["JP"] });
  const taken = { code: "ALREADY_EXISTS", details: { field: "name" } };
  await expectRefused(
    [staff.shipping.createShippingRegion({ storeId, body: { name: "JAPAN", countries: ["KR"] } })],
    taken,
  );
  await expectRefused(
    [staff.shipping.updateShippingRegion({ id: regionId, body: { name: "japan" } })],
    taken,
  );
  const stale = { headers: { "if-match": '"7"' } };
  await expectRefused(
    [
      staff.shipping.updateShippingRegion({ id: regionId, body: { name: "USA" } }, stale),
      staff.shipping.deleteShippingRegion({ id: regionId }, stale),
    ],
    { code: "EDIT_CONFLICT" },
  );
  await world.admin.query(
    `with made as (insert into shop.shipping_regions (store_id, id, name, position)
       select $1, gen_random_uuid(), 'R' || n, n from generate_series(1, 46) n returning id, position)
     insert into shop.shipping_areas (store_id, region_id, country, state)
       select $1, id, 'FR', 's' || position || '-' || m from made, generate_series(1, 42) m`,
    [storeId],
  );
  const codes = Array.from({ length: 80 }, (_, i) => ({
    country: "BR",
    from: String(100 + i),
    to: String(100 + i),
  }));
  await expectRefused(
    [
      addRegion({ name: "Brazil", postalCodes: codes }),
      staff.shipping.updateShippingRegion({ id: regionId, body: { postalCodes: codes } }),
    ],
    { code: "LIMIT_REACHED", details: { max: 2000 } },
  );
  const add = (country: string) => addRegion({ name: country, countries: [country] });
  const ends = await Promise.allSettled([add("KR"), add("TW"), add("TH")]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expectRefused([add("VN")], { code: "LIMIT_REACHED", details: { max: 50 } });
});
