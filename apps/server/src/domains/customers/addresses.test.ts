import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { openAccount, openShopFor, shippingAddress } from "./customers.fixture.ts";

async function opened(world: World) {
  const { storeId } = await openShopFor(world);
  const { client } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  const add = (over: object = {}) =>
    client.customers.createAddress({ id, body: { ...shippingAddress, ...over } });
  const defaults = async () =>
    (await client.customers.listAddresses({ id })).items
      .filter(({ isDefault }) => isDefault)
      .map(({ type, city }) => `${type} ${city}`);
  return { storeId, id, client, add, defaults };
}

describe("addresses", () => {
  test("each type has one default: the first address, the chosen one, or the one that remains", async ({
    world,
  }) => {
    const { id, client, add, defaults } = await opened(world);
    const first = await add({ city: "Austin" });
    expect(first).toMatchObject({ type: "SHIPPING", isDefault: true, version: 1 });
    const second = await add({ city: "Boston" });
    await add({ city: "Milan", type: "BILLING", country: "IT", region: undefined });
    expect(await defaults()).toEqual(["SHIPPING Austin", "BILLING Milan"]);
    await client.customers.updateAddress({
      id,
      addressId: second.id,
      body: { ...shippingAddress, city: "Boston", isDefault: true },
    });
    expect(await defaults()).toEqual(["SHIPPING Boston", "BILLING Milan"]);
    await client.customers.updateAddress({
      id,
      addressId: second.id,
      body: { ...shippingAddress, city: "Boston", isDefault: false },
    });
    expect(await defaults()).toEqual(["SHIPPING Austin", "BILLING Milan"]);
    await client.customers.updateAddress({
      id,
      addressId: first.id,
      body: { ...shippingAddress, city: "Austin", type: "BILLING" },
    });
    expect(await defaults()).toEqual(["SHIPPING Boston", "BILLING Milan"]);
    await client.customers.deleteAddress({ id, addressId: second.id });
    expect(await defaults()).toEqual(["BILLING Milan"]);
    await add({ city: "Chicago" });
    expect(await defaults()).toEqual(["SHIPPING Chicago", "BILLING Milan"]);
  });

  test("a postal code is stored as its country writes it", async ({ world }) => {
    const { id, client, add } = await opened(world);
    const place = { city: "Toronto", region: "ON", country: "CA", postalCode: "m5h1j9" };
    const { id: addressId, postalCode } = await add(place);
    expect(postalCode).toBe("M5H 1J9");
    const body = { ...shippingAddress, ...place, postalCode: "k1a-0b1" };
    expect(await client.customers.updateAddress({ id, addressId, body })).toMatchObject({
      postalCode: "K1A 0B1",
    });
  });

  test("ten addresses added concurrently as the default leave one default", async ({ world }) => {
    const { client, id, add, defaults } = await opened(world);
    await Promise.all(Array.from({ length: 10 }, () => add({ isDefault: true })));
    expect(await defaults()).toHaveLength(1);
    expect((await client.customers.listAddresses({ id, type: "SHIPPING" })).total).toBe(10);
  });

  test("fields that the country's postal service requires are mandatory, and unknown countries are rejected", async ({
    world,
  }) => {
    const { add } = await opened(world);
    await expect(add({ region: undefined, postalCode: "787" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "region", message: "Enter the state." }, { path: "postalCode" }],
    });
    await expect(add({ country: "usa" })).rejects.toMatchObject({ details: [{ path: "country" }] });
    await expect(add({ customerId: "x" })).rejects.toMatchObject({
      details: [{ path: "customerId" }],
    });
    expect(
      await add({ country: "HK", region: undefined, postalCode: undefined }),
    ).not.toHaveProperty("postalCode");
  });

  test("a customer has at most fifty addresses", async ({ world }) => {
    const { add } = await opened(world);
    for (let i = 0; i < 50; i += 1) await add();
    await expect(add()).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });

  test("another customer's address is not found, either by its own id or through the caller's customer id", async ({
    world,
  }) => {
    const { storeId, id, client, add } = await opened(world);
    const mine = await add();
    const other = await openAccount(world);
    const theirs = await other.client.customers.getMyCustomer({ storeId });
    const body = shippingAddress;
    for (const call of [
      () => other.client.customers.listAddresses({ id }),
      () => other.client.customers.createAddress({ id, body }),
      () => other.client.customers.updateAddress({ id, addressId: mine.id, body }),
      () => other.client.customers.updateAddress({ id: theirs.id, addressId: mine.id, body }),
      () => other.client.customers.deleteAddress({ id: theirs.id, addressId: mine.id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      client.customers.updateAddress(
        { id, addressId: mine.id, body },
        { headers: { "if-match": '"7"' } },
      ),
    ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { id: mine.id } });
    expect((await client.customers.listAddresses({ id })).items).toEqual([mine]);
  });
});
