// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { expectRefused } from "../roles/roles.fixture.ts";
import { staffClient } from "./catalogue.fixture.ts";

const value = (name: string, previousValue?: string) => ({
  value: name,
  ...(previousValue && { previousValue }),
});

test("renaming, adding and removing options keeps variants, their URLs, stock and facets correct", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const made = await staff.products.createProduct({
    storeId,
    body: {
      name: "Wool coat",
      status: "ACTIVE",
      options: [
        { name: "Color", values: [{ value: "Navy", swatch: "#112233" }, { value: "Camel" }] },
        { name: "Size", values: [{ value: "S" }, { value: "M" }] },
      ],
      variantDefaults: { price: 90, stock: 4 },
      measurements: [{ label: "Length", letter: "A", bySize: { S: 90, M: 92 } }],
    },
  });
  const { id, link } = made;
  const navy = made.variants.find(({ slug }) => slug === "navy-m");
  await world.admin.query(
    "insert into shop.images (store_id, id, product_id, position, key, alt, color, width, height, widths) values ($1, gen_random_uuid(), $2, 0, 'demo/coat', 'Coat', 'Navy', 10, 10, '{10}')",
    [storeId, id],
  );
  const facet = async (name: string) => {
    const { facets } = await world.client().products.listProducts({ linkStoreId: storeId });
    return facets.find((one) => one.name === name)?.values.map((one) => one.label);
  };
  const edit = (options: object[], more: object = {}, version?: number) =>
    staff.products.updateProduct(
      {
        id,
        body: { options, ...more } as Parameters<typeof staff.products.updateProduct>[0]["body"],
      },
      version === undefined ? {} : { headers: { "if-match": `"${version}"` } },
    );

  const renamed = await edit([
    { name: "Size", values: [value("Small", "S"), value("Medium", "M"), value("Large")] },
    { name: "Colour", previousName: "Color", values: [value("Midnight", "Navy"), value("Camel")] },
  ]);
  expect(renamed.version).toBe(made.version + 1);
  expect(renamed.options).toMatchObject([
    { name: "Size", values: [{ value: "Small" }, { value: "Medium" }, { value: "Large" }] },
    { name: "Colour", values: [{ value: "Midnight", swatch: "#112233" }, { value: "Camel" }] },
  ]);
  expect(renamed.variants.find((one) => one.id === navy?.id)).toMatchObject({
    name: "Medium / Midnight",
    slug: "navy-m",
    stock: 4,
    options: { Size: "Medium", Colour: "Midnight" },
    images: [{ color: "Midnight" }],
  });
  expect(renamed.measurements).toEqual([
    { label: "Length", letter: "A", bySize: { Small: 90, Medium: 92 } },
  ]);
  expect([await facet("color"), await facet("size")]).toEqual([
    expect.arrayContaining(["Midnight", "Camel"]),
    expect.arrayContaining(["Small", "Medium"]),
  ]);
  const onPage = await world.client().products.getProductPage({ id: storeId, link });
  expect(onPage.variants.map(({ slug }) => slug).toSorted()).toEqual(
    made.variants.map(({ slug }) => slug).toSorted(),
  );

  const stale = edit([{ name: "Size", values: [value("Small")] }], {}, made.version);
  await expect(stale).rejects.toMatchObject({
    code: "EDIT_CONFLICT",
    details: { version: renamed.version, options: renamed.options },
  });
  const fewer = [
    { name: "Size", values: [value("Small"), value("Medium"), value("Large")] },
    { name: "Colour", values: [value("Midnight")] },
  ];
  await expectRefused([edit(fewer), edit([{ name: "Size", values: [value("Small")] }])], {
    code: "VALIDATION_FAILED",
    details: [{ path: "options" }],
  });
  const gone = [{ name: "Size", values: [value("Tiny")] }, fewer[1] ?? {}];
  await expectRefused([edit(gone, { removeVariants: true })], { code: "LAST_VARIANT" });
  expect((await staff.products.getProduct({ id })).version).toBe(renamed.version);

  await world.admin.query("delete from shop.jobs");
  const left = await edit(fewer, { removeVariants: true });
  expect(left.variants.map(({ name }) => name).toSorted()).toEqual([
    "Medium / Midnight",
    "Small / Midnight",
  ]);
  expect(await facet("color")).toEqual(["Midnight"]);
  const { rows } = await world.admin.query("select payload from shop.jobs");
  expect(rows).toEqual([{ payload: { tags: [`product:${id}`, "lists"] } }]);
  const single = await edit([fewer[0] ?? {}]);
  expect(single.variants.map(({ name }) => name).toSorted()).toEqual(["Medium", "Small"]);
  const filled = await staff.products.createMissingVariants({
    productId: id,
    body: { variantDefaults: { price: 95 } },
  });
  expect(filled.variants.find(({ name }) => name === "Large")).toMatchObject({ slug: "large" });
  const audited = await staff.logging.listAuditEntries({ storeId, entityType: "variant" });
  expect(audited.items.filter(({ action }) => action === "DELETE")).toHaveLength(2);
});
