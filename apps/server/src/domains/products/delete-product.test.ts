import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { makeProduct, staffClient } from "./catalogue.fixture.ts";

const ifMatch = (version: number) => ({ headers: { "if-match": `"${version}"` } });
const gone = { code: "NOT_FOUND", statusCode: 404 };

describe("deleting a product", () => {
  test("hides it from shoppers, lists it as deleted for staff, and notifies caches", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const shopper = world.client();
    const { id, link } = await makeProduct(world, storeId);
    await staff.products.deleteProduct({ id });
    await expect(shopper.products.getProduct({ id })).rejects.toMatchObject(gone);
    await expect(shopper.products.getProductPage({ id: storeId, link })).rejects.toMatchObject(
      gone,
    );
    await expect(staff.products.getProduct({ id })).rejects.toMatchObject(gone);
    await expect(staff.products.updateProduct({ id, body: {} })).rejects.toMatchObject(gone);
    await expect(staff.products.deleteProduct({ id })).rejects.toMatchObject(gone);
    const list = (isDeleted: boolean) =>
      staff.products.listProducts({ linkStoreId: storeId, isDeleted });
    expect((await list(false)).total).toBe(0);
    expect((await list(true)).items.map((card) => card.id)).toEqual([id]);
    const events = await queryable(world.admin).row<{ count: number }>(sql`
      select count(*)::int as count from shop.jobs
      where kind = 'catalogue.changed' and payload -> 'tags' ? ${`product:${id}`} and payload -> 'tags' ? 'lists'`);
    expect(events?.count).toBe(2);
  });

  test("with an outdated If-Match fails, and the error contains its current version", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const { id } = await makeProduct(world, storeId);
    await staff.products.updateProduct({ id, body: { name: "Renamed" } });
    await expect(
      staff.products.deleteProduct({ id }, { headers: { "if-match": '"1"' } }),
    ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { name: "Renamed", version: 2 } });
    await staff.products.deleteProduct({ id }, { headers: { "if-match": '"2"' } });
  });

  test("prevents new orders; an existing order of it is paid, sold and shown as before", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const { productId, variantIds } = await seedProduct(world, storeId, { stock: 3 });
    const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
    const place = () =>
      world.client().orders.createOrder({ storeId, body: { items, email: "ada@example.com" } });
    const order = await place();
    await staff.products.deleteProduct({ id: productId });
    await expect(place()).rejects.toMatchObject({ code: "UNAVAILABLE_ITEM" });
    const buyer = world.client({ orderKey: order.orderKey });
    const { id: paymentIntentId } = await buyer.payments.createPaymentIntent({
      id: order.id,
      body: { provider: "other" },
    });
    await buyer.payments.decideTestPayment({ id: paymentIntentId, body: { decision: "approve" } });
    const body = { provider: "other" as const, paymentIntentId };
    await buyer.payments.processPayment({ id: order.id, body });
    expect(await buyer.orders.getOrderWithItems({ id: order.id })).toMatchObject({
      status: "PAID",
      items: [{ name: "Slip dress" }],
    });
    const level = await queryable(world.admin).row(sql`
      select on_hand, reserved from shop.inventory_levels where variant_id = ${variantIds[0] ?? ""}`);
    expect(level).toEqual({ on_hand: 3, reserved: 1 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("frees its link and SKUs, and restoring it restores what was deleted with it", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const product = await makeProduct(world, storeId, {
      link: "coat",
      variants: ["S", "M"].map((Size) => ({ options: { Size }, price: 40, sku: `C-${Size}` })),
    });
    const { id } = product;
    const small = product.variants.find(({ name }) => name === "S");
    await staff.products.deleteVariant({ id: small?.id ?? "" });
    await staff.products.deleteProduct({ id });
    const other = await makeProduct(world, storeId, {
      link: "coat",
      options: [],
      variants: [{ price: 5, sku: "C-M" }],
    });
    await expect(staff.products.restoreProduct({ id })).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
      message: expect.stringMatching(`"${other.name}" now has a variant with the SKU C-M`),
      details: { field: "sku" },
    });
    await staff.products.deleteProduct({ id: other.id });
    await makeProduct(world, storeId, { link: "coat" });
    const [first, second] = await Promise.all([
      staff.products.restoreProduct({ id }),
      staff.products.restoreProduct({ id }),
    ]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ link: "coat-2", status: "ACTIVE", version: 4 });
    expect(first.variants.map(({ sku }) => sku)).toEqual(["C-M"]);
    const found = await world.client().products.listProducts({ linkStoreId: storeId });
    expect(found.items.map(({ link }) => link).toSorted()).toEqual(["coat", "coat-2"]);
  });
});

describe("a deleted variant", () => {
  test("is removed from page, list and facets, with the option value that only it used", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const product = await makeProduct(world, storeId, {
      options: [
        { name: "Color", values: [{ value: "Navy" }, { value: "Red", swatch: "#ff0000" }] },
        { name: "Size", values: [{ value: "S" }] },
      ],
      variants: [
        { options: { Color: "Navy", Size: "S" }, price: 40 },
        { options: { Color: "Red", Size: "S" }, price: 30 },
      ],
    });
    const red = product.variants.find(({ options }) => options["Color"] === "Red")?.id ?? "";
    await expect(staff.products.deleteVariant({ id: red }, ifMatch(9))).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      details: { id: product.id },
    });
    await staff.products.deleteVariant({ id: red }, ifMatch(1));
    const now = await world.client().products.getProduct({ id: product.id });
    expect(now.variants.map(({ name }) => name)).toEqual(["Navy / S"]);
    expect(now.options.map(({ values }) => values.map(({ value }) => value))).toEqual([
      ["Navy"],
      ["S"],
    ]);
    const list = await world.client().products.listProducts({ linkStoreId: storeId });
    expect(list.items[0]).toMatchObject({ price: 40, colors: [{ value: "Navy" }] });
    await expect(staff.products.deleteVariant({ id: red })).rejects.toMatchObject(gone);
    const body = { options: { Color: "Red", Size: "S" }, price: 30 };
    const again = await staff.products.createVariant({ productId: product.id, body });
    expect(again.slug).toBe("red-s");
  });

  test("is never a product's last one, even if two are deleted concurrently", async ({ world }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const { variants } = await makeProduct(world, storeId);
    const ends = await Promise.allSettled(
      variants.map(({ id }) => staff.products.deleteVariant({ id })),
    );
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(ends.find((end) => end.status === "rejected")?.reason).toMatchObject({
      code: "LAST_VARIANT",
    });
  });
});
