// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";

const personal = {
  email: "pat@example.com",
  name: "Pat Private",
  phone: "+351 944 555 666",
  note: "ill since May",
  tags: ["owes money"],
};
const address = {
  type: "SHIPPING",
  name: "Pat Private",
  address: "Secret Lane 3",
  city: "Lisbon",
  postalCode: "1000-001",
  country: "PT",
} as const;
const texts = [...Object.values(personal).flat(), address.address, address.postalCode, "Hidden"];

test("entries about customers contain only the names of changed fields, and require the permission to read customers", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { customers, apiKeys, logging } = await member(world, storeId, "ADMIN");
  const { id } = await customers.createCustomer({ storeId, body: personal });
  await customers.updateCustomer({ id, body: { name: "Pat Hidden", note: "", tags: [] } });
  const made = await customers.createAddress({ id, body: address });
  await customers.updateAddress({
    id,
    addressId: made.id,
    body: { ...address, address: "Hidden Road 4" },
  });
  await customers.deleteAddress({ id, addressId: made.id });
  for (const entityType of ["Customer", "subscription"])
    await logging.createAuditEntry({ body: { storeId, entityType, after: { said: "rude" } } });

  const seen = await logging.listAuditEntries({ storeId, entityType: "customer" });
  const addressId = made.id;
  expect(seen.items.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { removed: "address", addressId }, after: null },
    { before: null, after: { changed: ["address"], addressId } },
    { before: null, after: { added: "address", addressId } },
    { before: null, after: { changed: ["name", "note", "tags"] } },
    { before: null, after: { created: true } },
  ]);
  const { rows } = await world.admin.query("select e::text as text from shop.audit_entries e");
  for (const text of texts) expect(JSON.stringify(rows)).not.toContain(text);

  const keyOf = async (...permissions: ("MANAGE_SETTINGS" | "MANAGE_CUSTOMERS")[]) => {
    const { key } = await apiKeys.createApiKey({ storeId, body: { name: "Log", permissions } });
    return world.client({ accessToken: key }).logging;
  };
  const types = async (client: typeof logging, query = {}) => {
    const { items, total } = await client.listAuditEntries({ storeId, limit: 100, ...query });
    expect(total).toBe(items.length);
    return [...new Set(items.map(({ entityType }) => entityType))].toSorted();
  };
  const narrow = [
    await keyOf("MANAGE_SETTINGS"),
    (await member(world, storeId, ["MANAGE_SETTINGS"])).logging,
  ];
  for (const client of narrow) {
    expect(await types(client)).toEqual(["API key"]);
    expect(await types(client, { entityId: id })).toEqual([]);
  }
  const all = ["API key", "Customer", "customer", "subscription"];
  expect(await types(await keyOf("MANAGE_SETTINGS", "MANAGE_CUSTOMERS"))).toEqual(all);
  expect(await types(logging)).toEqual(all);
});
