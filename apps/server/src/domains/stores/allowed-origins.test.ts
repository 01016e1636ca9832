import { expect } from "vitest";
import { basePath } from "@vetrina/contract/api";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { audited, member } from "../roles/roles.fixture.ts";

const app = "https://app.example";

/** Whether a browser page of this origin may read the store's orders. */
async function mayAsk(world: World, storeId: string, origin: string): Promise<boolean> {
  const answer = await world.app.inject({
    method: "OPTIONS",
    url: `${basePath}/orders/store/${storeId}`,
    headers: { host: "localhost", origin, "access-control-request-method": "GET" },
  });
  return answer.headers["access-control-allow-origin"] === origin;
}

test("the list of allowed origins is replaced, normalized, audited and shown only to staff", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const before = await owner.stores.getStore({ id: storeId });
  expect(before.settings?.allowedOrigins).toEqual([]);
  const body = { allowedOrigins: ["https://APP.example:443", "http://localhost:5173"] };
  const after = await owner.stores.updateStore({ id: storeId, body });
  const normalized = [app, "http://localhost:5173"];
  expect(after.settings?.allowedOrigins).toEqual(normalized);
  expect(await audited(world, storeId)).toMatchObject([
    { action: "UPDATE", before: { allowedOrigins: [] }, after: { allowedOrigins: normalized } },
  ]);
  await owner.stores.updateStore({ id: storeId, body: { tagline: "Cut again" } });
  expect((await owner.stores.getStore({ id: storeId })).settings?.allowedOrigins).toEqual(
    normalized,
  );

  const other = await member(world, storeId, ["MANAGE_ORDERS"]);
  for (const reader of [other, world.client()]) {
    const shown = await reader.stores.getStore({ id: storeId });
    expect(JSON.stringify(shown)).not.toContain("app.example");
  }
  await expect(other.stores.updateStore({ id: storeId, body })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a changed list applies to the next preflight, and a closed store allows no origin", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const allow = (allowedOrigins: string[]) =>
    owner.stores.updateStore({ id: storeId, body: { allowedOrigins } });
  expect(await mayAsk(world, storeId, app)).toBe(false);
  await allow([app]);
  expect(await mayAsk(world, storeId, app)).toBe(true);
  expect(await mayAsk(world, storeId, "http://app.example")).toBe(false);
  expect(await mayAsk(world, storeId, "https://app.example:8443")).toBe(false);
  expect(await mayAsk(world, storeId, "https://APP.example")).toBe(false);
  await allow([]);
  expect(await mayAsk(world, storeId, app)).toBe(false);
  await allow([app]);
  await owner.stores.deleteStore({ id: storeId });
  expect(await mayAsk(world, storeId, app)).toBe(false);
});

test("an invalid origin is rejected with its position in the list", async ({ world }) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const allowedOrigins = [app, "https://*.example", "https://app.example/shop"];
  await expect(
    owner.stores.updateStore({ id: storeId, body: { allowedOrigins } }),
  ).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "allowedOrigins.1" }, { path: "allowedOrigins.2" }],
  });
});
