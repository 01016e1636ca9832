import { expect } from "vitest";
import type { ResourceKind } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/permissions";
import { test } from "../../../../../tests/world.ts";
import { newId } from "../id.ts";
import { endpoints, openShop, signedIn } from "./contract.fixture.ts";
import { requestOf, subjectOf, validInput } from "./valid-calls.fixture.ts";

/** How a thing of each kind that can be deleted is deleted; what stays for ever (payments, revoked keys) has no line. */
const deletions: Partial<Record<ResourceKind, string>> = {
  product: "update shop.products set deleted_at = now() where id = $1",
  variant: "update shop.variants set deleted_at = now() where id = $1",
  order: "update shop.orders set deleted_at = now() where id = $1",
  collection: "update shop.collections set deleted_at = now() where id = $1",
  review: "delete from shop.reviews where id = $1",
  upsell: "delete from shop.upsells where id = $1",
  address: "delete from shop.customer_addresses where id = $1",
};

/** What a deleted thing alone is asked; its own test says who may. */
const bringsBack = new Set(["products.restoreProduct"]);

test("what is deleted answers everybody like what never was: staff, owner, key holder, customer", async ({
  world,
}) => {
  const shop = await openShop(world, "mine");
  const about = endpoints.filter(
    ({ name, endpoint: { store } }) =>
      store.by === "resource" && deletions[store.kind] !== undefined && !bringsBack.has(name),
  );
  const inputs = new Map<string, Awaited<ReturnType<typeof validInput>>>();
  for (const named of about) inputs.set(named.name, await validInput(named, shop, world));
  for (const [kind, statement] of Object.entries(deletions))
    await world.admin.query(statement, [shop.ids[kind as ResourceKind]]);
  const owner = await signedIn(world, {
    storeId: shop.storeId,
    permissions: Permission.options,
    owner: true,
  });
  const wrong: string[] = [];
  for (const named of about) {
    const input = inputs.get(named.name);
    const subject = subjectOf(named.endpoint, shop);
    if (input === undefined || subject === null) continue;
    const missing = structuredClone(input);
    const [field = ""] = Object.keys(subject.fields);
    missing[subject.in][field] = newId();
    for (const bearer of [
      {},
      { token: owner },
      { token: shop.customerToken },
      { orderKey: shop.orderKey },
      { token: await signedIn(world, undefined, true) },
    ]) {
      const said = async (sent: typeof input) => {
        const answer = await world.app.inject(requestOf(named, sent, shop.host, bearer));
        const { code, message } = answer.json<{ code?: string; message?: string }>();
        return `${answer.statusCode} ${code} ${message}`;
      };
      const [gone, never] = [await said(input), await said(missing)];
      if (gone !== never || !/^40[14] /.test(gone)) wrong.push(`${named.name}: ${gone}, ${never}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(about.length).toBeGreaterThan(10);
});
