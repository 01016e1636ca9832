// @module-tag slow

import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { audited, expectRefused } from "../roles/roles.fixture.ts";
import { shippingShop } from "./shipping.fixture.ts";

test("a provider is added, shown without its credentials, switched off and deleted with its rates", async ({
  world,
}) => {
  const { staff, storeId, regionId, addRate, quote } = await shippingShop(world);
  const shopper = world.client();
  const credentials = { account: "4711", apiKey: "very secret" };
  const made = await staff.shipping.createShippingProvider({
    storeId,
    body: { name: "Fast", type: "EXPRESS", credentials },
  });
  const { id } = made;
  expect(made).toMatchObject({
    name: "Fast",
    type: "EXPRESS",
    isActive: true,
    position: 1,
    version: 1,
    credentialNames: ["account", "apiKey"],
  });
  const shown = await shopper.shipping.getShippingProvider({ id });
  expect(shown).not.toHaveProperty("credentialNames");
  expect((await shopper.shipping.listShippingProviders({ storeId })).items).toContainEqual(shown);
  const { rows } = await world.admin.query<{ sealed: Buffer }>(
    "select sealed from shop.shipping_credentials where provider_id = $1",
    [id],
  );
  expect(rows[0]?.sealed.toString("latin1")).not.toContain("very secret");
  expect(JSON.stringify(await audited(world, id))).not.toContain("very secret");

  const rate = await addRate({ providerId: id, name: "Express", price: 15 });
  const names = async () => (await quote()).methods.map(({ name }) => name);
  expect(await names()).toEqual(["Standard", "Express"]);
  const off = await staff.shipping.updateShippingProvider({
    id,
    body: { isActive: false, credentials: { token: "other" } },
  });
  expect(off).toMatchObject({ isActive: false, version: 2, credentialNames: ["token"] });
  expect(await names()).toEqual(["Standard"]);
  const hidden = { code: "NOT_FOUND" };
  await expect(shopper.shipping.getShippingProvider({ id })).rejects.toMatchObject(hidden);
  await expect(shopper.shipping.getShippingRate({ id: rate.id })).rejects.toMatchObject(hidden);
  await expect(shopper.shipping.listShippingRates({ providerId: id })).rejects.toMatchObject(
    hidden,
  );
  expect(await staff.shipping.getShippingProvider({ id })).toEqual(off);
  expect((await staff.shipping.listShippingRates({ providerId: id })).items).toMatchObject([
    { id: rate.id, regionId },
  ]);
  await staff.shipping.updateShippingProvider({ id, body: { isActive: true } });
  await staff.shipping.deleteShippingProvider({ id });
  expect(await names()).toEqual(["Standard"]);
  await expect(staff.shipping.getShippingRate({ id: rate.id })).rejects.toMatchObject(hidden);
  expect((await audited(world, id)).map(({ action }) => action)).toEqual([
    "CREATE",
    "UPDATE",
    "UPDATE",
    "DELETE",
  ]);
});

test("another provider's name, one provider too many and an outdated version are rejected", async ({
  world,
}) => {
  const { staff, storeId, providerId } = await shippingShop(world);
  const add = (name: string) =>
    staff.shipping.createShippingProvider({ storeId, body: { name, type: "CUSTOM" } });
  const { id } = await add("Fast");
  const taken = { code: "ALREADY_EXISTS", details: { field: "name" } };
  await expectRefused([add("fast")], taken);
  await expectRefused(
    [staff.shipping.updateShippingProvider({ id: providerId, body: { name: "FAST" } })],
    taken,
  );
  const stale = { headers: { "if-match": '"7"' } };
  await expectRefused(
    [
      staff.shipping.updateShippingProvider({ id, body: { name: "Slow" } }, stale),
      staff.shipping.deleteShippingProvider({ id }, stale),
    ],
    { code: "EDIT_CONFLICT" },
  );
  await world.admin.query(
    `insert into shop.shipping_providers (store_id, id, name, type)
     select $1, gen_random_uuid(), 'P' || n, 'CUSTOM' from generate_series(1, 17) n`,
    [storeId],
  );
  const ends = await Promise.allSettled([add("A"), add("B"), add("C")]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expectRefused([add("D")], { code: "LIMIT_REACHED", details: { max: 20 } });
  await expectRefused(
    [
      staff.shipping.getShippingProvider({ id: newId() }),
      staff.shipping.updateShippingProvider({ id: newId(), body: {} }),
      staff.shipping.deleteShippingProvider({ id: newId() }),
    ],
    { code: "NOT_FOUND" },
  );
});
