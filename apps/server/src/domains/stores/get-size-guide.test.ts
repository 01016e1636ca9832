import { extractText, getDocumentProxy } from "unpdf";
import { expect } from "vitest";
import { seedStore } from "../../../../../tests/seed.ts";
import { test } from "../../../../../tests/world.ts";
import { member } from "../roles/roles.fixture.ts";

test("the size guide is a PDF with every chart in centimeters and inches, in any script, over as many pages as it takes", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const rows = Array.from({ length: 60 }, (_, i) => [`S${i}`, String(80 + i)]);
  const help = await world.client().stores.getHelp({ id: storeId });
  await owner.stores.updateStore({
    id: storeId,
    body: {
      help: {
        ...help,
        sizeCharts: [{ name: "Women 女", columns: ["Size", "Bust"], rows }],
        measuring: [{ title: "Bust", text: "Around the fullest part." }],
        sizeTips: ["Between two sizes take the larger."],
      },
    },
  });
  const file = await world.client().stores.getSizeGuide({ id: storeId });
  expect([file.name, file.type]).toEqual(["Size-guide.pdf", "application/pdf"]);
  const document = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  expect(totalPages).toBeGreaterThan(1);
  for (const word of [
    "WOMEN 女 · CENTIMETERS",
    "WOMEN 女 · INCHES",
    "80",
    "31½",
    "139",
    "54¾",
    "Around the fullest part.",
    "larger.",
  ])
    expect(text).toContain(word);
  await expect(world.client().stores.getSizeGuide({ id: "nowhere" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
