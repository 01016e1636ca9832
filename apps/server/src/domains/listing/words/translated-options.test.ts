// @module-tag slow

import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
import { plainOptions } from "./translated-options.ts";

/** Runs `work`, and returns the number of characters of each text that it normalizes. */
async function normalizedBy(work: () => Promise<unknown>): Promise<number[]> {
  const normalizing = vi.spyOn(String.prototype, "normalize");
  try {
    await work();
    return normalizing.mock.contexts.map((text) => (text as string).length);
  } finally {
    normalizing.mockRestore();
  }
}

const words = (from: number) =>
  Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`o${from + n}`, `İ${from + n} Ä`]));

test("a store's translated options are normalized once, in small batches, until they change", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId, "ADMIN");
  await staff.languages.createLanguage({ body: { storeId, code: "DE" } });
  const { id } = await staff.languages.createTranslation({
    body: {
      storeId,
      entityType: "OPTION",
      entityId: storeId,
      languageCode: "DE",
      fields: words(0),
    },
  });
  await staff.languages.updateTranslation({ id, body: { fields: words(1000) } });
  const store = await world.services.directory.find(storeId);
  if (store === null) throw new Error("no store");
  const reader = { catalogue: world.services.database.catalogue, store };
  const first = await normalizedBy(async () =>
    expect((await plainOptions(reader, "DE")).get("o7")).toBe("i7 a"),
  );
  expect(Math.max(...first)).toBeLessThan(1000);
  const again = await normalizedBy(() => plainOptions(reader, "DE"));
  expect(again.reduce((sum, letters) => sum + letters, 0)).toBeLessThan(1000);
  await staff.languages.updateTranslation({ id, body: { fields: { o7: "Sieben" } } });
  expect((await plainOptions(reader, "DE")).get("o7")).toBe("sieben");
  expect(await plainOptions(reader, undefined)).toEqual(new Map());
});
