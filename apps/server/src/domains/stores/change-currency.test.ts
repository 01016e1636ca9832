import { expect } from "vitest";
import { addRows, seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { editor } from "../bulk-edits/bulk-edits.fixture.ts";
import { makeProduct, productBody } from "../products/catalogue.fixture.ts";
import { member } from "../roles/roles.fixture.ts";

/** Starts `calls` while a change of the store's currency to yen is uncommitted, and returns their results. */
async function meetingYen<T>(world: World, storeId: string, calls: (() => Promise<T>)[]) {
  const changing = await world.admin.connect();
  await changing.query("begin");
  await changing.query("update shop.stores set currency = 'JPY' where id = $1", [storeId]);
  const ends = Promise.allSettled(calls.map((call) => call()));
  try {
    await untilBlocked(world, calls.length);
  } finally {
    await changing.query("commit");
    changing.release();
  }
  return ends;
}

test("other decimals rescale the past prices of restored products and the amounts of bulk edits", async ({
  world,
}) => {
  const storeId = await seedStore(world, { country: "IT" });
  const owner = await member(world, storeId, "ADMIN");
  const { id, variants } = await makeProduct(world, storeId, {
    options: [],
    variants: [{ price: 60 }],
  });
  const variantId = variants[0]?.id ?? "";
  const days = (n: number) =>
    world.admin.query(
      `update shop.price_changes set started_at = started_at - interval '${n} days'`,
    );
  await days(10);
  const { prepare, run, undo } = editor(world, storeId, owner);
  const edit = await prepare({ price: { set: 40, regularPrice: "OLD_PRICE" } });
  await run(edit.id);
  await days(1);
  const low = async () => {
    const product = await world.client().products.getProduct({ id });
    const { price, regularPrice, lowestPrice } = product.variants[0] ?? {};
    return { price, regularPrice, lowestPrice };
  };
  const reduced = { price: 40, regularPrice: 60, lowestPrice: 60 };
  expect(await low()).toEqual(reduced);
  await owner.products.deleteProduct({ id });
  await owner.stores.updateStore({ id: storeId, body: { currency: "JPY" } });
  const deleted = await owner.products.listProducts({ linkStoreId: storeId, isDeleted: true });
  expect(deleted.items).toMatchObject([{ id, price: 40, regularPrice: 60, currency: "JPY" }]);
  await owner.products.restoreProduct({ id });
  expect(await low()).toEqual(reduced);
  expect(await undo(edit.id)).toMatchObject({ state: "UNDONE" });
  expect(await low()).toMatchObject({ price: 60, regularPrice: null });
  await owner.products.updateVariant({ id: variantId, body: { price: 50, regularPrice: 70 } });
  expect(await low()).toMatchObject({ lowestPrice: 40 });
});

// At most two calls at a time, because a store's staff may use only a limited number of connections.
test.for(["products", "collections", "regions", "rates", "discounts"] as const)(
  "amounts of %s sent during a change of the currency are rejected, and accepted in the new currency",
  async (kind, { world }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const gone = await makeProduct(world, storeId);
    await owner.products.deleteProduct({ id: gone.id });
    const { id: collection } = await owner.collections.createCollection({
      storeId,
      body: { name: "By hand" },
    });
    const rule = { price: { from: 20 } };
    const region = {
      name: "Japan",
      countries: ["JP"],
      rates: [{ name: "Post", price: 20, transitDays: { min: 1, max: 2 } }],
    };
    const { items: providers } = await owner.shipping.listShippingProviders({ storeId });
    const { items: regions } = await owner.shipping.listShippingRegions({ storeId });
    const [providerId, regionId, rateId] = [
      providers[0]?.id ?? "",
      regions[0]?.id ?? "",
      regions[0]?.rates[0]?.id ?? "",
    ];
    const rate = { providerId, regionId, name: "Post", price: 20, transitDays: { min: 1, max: 2 } };
    const fixed = { type: "FIXED_AMOUNT", value: 20 } as const;
    const present = await owner.discounts.createDiscount({
      storeId,
      body: { ...fixed, code: "TWENTY" },
    });
    const calls: (() => Promise<unknown>)[] = {
      products: [
        () => owner.products.createProduct({ storeId, body: productBody() }),
        () => owner.products.restoreProduct({ id: gone.id }),
      ],
      collections: [
        () => owner.collections.createCollection({ storeId, body: { name: "Fine", rule } }),
        () => owner.collections.updateCollection({ id: collection, body: { rule } }),
      ],
      regions: [() => owner.shipping.createStoreRegion({ storeId, body: region })],
      rates: [
        () => owner.shipping.createShippingRate({ body: rate }),
        () => owner.shipping.updateShippingRate({ id: rateId, body: { price: 20 } }),
      ],
      discounts: [
        () => owner.discounts.createDiscount({ storeId, body: { ...fixed, code: "OTHER" } }),
        () => owner.discounts.updateDiscount({ id: present.id, body: { value: 30 } }),
      ],
    }[kind];
    const refused = { code: "CURRENCY_CHANGED", details: { currency: "JPY" } };
    for (const end of await meetingYen<unknown>(world, storeId, calls))
      expect(end).toMatchObject({ status: "rejected", reason: refused });
    for (const end of await Promise.allSettled(calls.map((call) => call())))
      expect(end).toMatchObject({ status: "fulfilled" });
  },
);

test("a variant's price sent during the change is rejected too", async ({ world }) => {
  const storeId = await seedStore(world);
  const { products } = await member(world, storeId, "ADMIN");
  const [one, two] = [await makeProduct(world, storeId), await makeProduct(world, storeId)];
  const values = [{ value: "S" }, { value: "M" }, { value: "L" }];
  const calls = [
    () =>
      products.createVariant({
        productId: one.id,
        body: { options: { Size: "XL" }, price: 40 },
      }),
    () =>
      products.createMissingVariants({
        productId: two.id,
        body: { options: [{ name: "Size", values }], variantDefaults: { price: 40 } },
      }),
  ];
  for (const end of await meetingYen<unknown>(world, storeId, calls))
    expect(end).toMatchObject({ status: "rejected", reason: { code: "CURRENCY_CHANGED" } });
});

test("a change of currency waits for amounts being written, and then includes them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const writing = await world.admin.connect();
  await writing.query("begin");
  await writing.query("select from shop.stores where id = $1 for key share", [storeId]);
  const change = owner.stores.updateStore({ id: storeId, body: { currency: "JPY" } });
  const end = Promise.allSettled([change]);
  await untilBlocked(world);
  await makeProduct(world, storeId);
  await writing.query("commit");
  writing.release();
  expect(await end).toMatchObject([{ status: "rejected", reason: { code: "CURRENCY_FIXED" } }]);
});

test("other decimals are refused for more prices than one transaction converts", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const { id, variants } = await makeProduct(world, storeId);
  await owner.products.deleteProduct({ id });
  const change = (currency: string) =>
    owner.stores.updateStore({ id: storeId, body: { currency } });
  await change("JPY");
  await addRows(
    world.admin,
    `insert into shop.price_changes (store_id, variant_id, started_at, price_minor)
     select $1, $2, now() - n * interval '1 minute', n from generate_series(1, 20000) n`,
    [storeId, variants[0]?.id],
  );
  await expect(change("USD")).rejects.toMatchObject({ code: "CURRENCY_FIXED" });
  expect(await change("KRW")).toMatchObject({ currency: "KRW" });
});
