import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "./catalogue.fixture.ts";

const dress = {
  name: "Slip dress",
  status: "ACTIVE" as const,
  options: [
    { name: "Color", values: [{ value: "Black" }] },
    { name: "Size", values: [{ value: "S" }, { value: "M" }] },
  ],
  variantDefaults: { price: 90 },
};

test("a product's size charts use the spelling of its options and of the measure list, and are public", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const { id, link } = await staff.products.createProduct({
    storeId,
    body: {
      ...dress,
      measurements: [{ label: "length", letter: "A", bySize: { s: 100.5, M: 102 } }],
      bodyMeasurements: [
        { label: "BUST", bySize: { S: 84, M: 88 } },
        { label: "Calf", bySize: { M: 36 } },
      ],
    },
  });
  const charts = {
    measurements: [{ label: "Length", letter: "A", bySize: { S: 100.5, M: 102 } }],
    bodyMeasurements: [
      { label: "Bust", bySize: { S: 84, M: 88 } },
      { label: "Calf", bySize: { M: 36 } },
    ],
  };
  expect(await world.client().products.getProductPage({ id: storeId, link })).toMatchObject(charts);
  expect(
    (await staff.products.updateProduct({ id, body: { name: "Slip" } })).bodyMeasurements,
  ).toEqual(charts.bodyMeasurements);
  const copy = await staff.products.duplicateProduct({ id, body: {} });
  expect(copy).toMatchObject(charts);
  const emptied = await staff.products.updateProduct({ id, body: { bodyMeasurements: [] } });
  expect([emptied.bodyMeasurements, emptied.measurements]).toEqual([[], charts.measurements]);
  const audited = await staff.logging.listAuditEntries({ storeId, entityId: id });
  expect(audited.items[0]).toMatchObject({
    before: { bodyMeasurements: charts.bodyMeasurements },
    after: { bodyMeasurements: [] },
  });
});

test("unknown sizes and invalid measurements are rejected with their paths", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const { id } = await staff.products.createProduct({ storeId, body: dress });
  const refused = async (body: Parameters<typeof staff.products.updateProduct>[0]["body"]) => {
    const failure = await staff.products
      .updateProduct({ id, body })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "VALIDATION_FAILED" });
    return (failure as { details: { path: string }[] }).details.map(({ path }) => path);
  };
  expect(
    await refused({
      measurements: [
        { label: "Length", letter: "", bySize: { S: 90, XXL: 99 } },
        { label: "LENGTH", letter: "", bySize: { S: 90 } },
      ],
      bodyMeasurements: [{ label: "Bust", bySize: { Medium: 90 } }],
    }),
  ).toEqual([
    "measurements.0.bySize.XXL",
    "measurements.1.label",
    "bodyMeasurements.0.bySize.Medium",
  ]);
  for (const length of [0, -1, 501, 90.55])
    expect(await refused({ bodyMeasurements: [{ label: "Bust", bySize: { S: length } }] })).toEqual(
      ["bodyMeasurements.0.bySize.S"],
    );
  expect(await refused({ bodyMeasurements: [{ label: " ", bySize: {} }] })).toEqual([
    "bodyMeasurements.0.label",
    "bodyMeasurements.0.bySize",
  ]);
  const plain = await makeProduct(world, storeId, { options: [], variants: [{ price: 40 }] });
  const measurements = [{ label: "Width", letter: "B", bySize: { "one size": 40 } }];
  const updated = await staff.products.updateProduct({ id: plain.id, body: { measurements } });
  expect(updated.measurements).toEqual([
    { label: "Width", letter: "B", bySize: { "One Size": 40 } },
  ]);
});
