import { expect } from "vitest";
import { seedStore } from "../../../../../tests/seed.ts";
import { test } from "../../../../../tests/world.ts";
import { importCatalogue } from "./import-catalogue.ts";

test("smoke", async ({ world }) => {
  const storeId = await seedStore(world);
  const ctx = await world.system(storeId);
  const { createReadStream } = await import("node:fs");
  const go = () =>
    importCatalogue(ctx, {
      source: createReadStream("/work/shared/data/shopify-apparel.csv"),
      fileName: "x.csv",
      dryRun: false,
      mediaDir: "/tmp/csvt/media",
      fetchPicture: async () => {
        const { SafeFetchError } = await import("../../platform/safe-fetch.ts");
        throw new SafeFetchError("unreachable", "no");
      },
      progress: (s) => console.log(s),
    });
  const a = await go();
  console.dir({ ...a, plan: a.plan.counts }, { depth: 5 });
  const b = await go();
  console.dir(b.plan.counts);
  expect(b.plan.counts.unchanged).toBe(20);
  const list = await world.client().products.listProducts({ linkStoreId: storeId, name: "jacket" });
  console.dir(
    list.items.map((i) => [i.link, i.category, i.price, i.images, i.stockLabel]),
    { depth: 4 },
  );
});
