// @module-tag slow

import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import { sanitizedHere } from "../../../platform/rich-text/sanitized-here.fixture.ts";
import { makeProduct, staffClient } from "../../products/catalogue.fixture.ts";
import { bring, write } from "./json-lines.fixture.ts";

/** Returns a text that, alone, is just too short to be sanitized in another thread. */
function costlyText(of: string): string {
  return `<p>${of}</p>${"<td>".repeat(1200)}`;
}

/** Returns the long texts that are sanitized in this thread while the import is planned. */
async function costlyHere(world: World, storeId: string, file: string): Promise<string[]> {
  const texts = await sanitizedHere(() => bring(world, storeId, file, true));
  return texts.filter((text) => text.includes("<td>"));
}

async function fileWith(world: World, storeId: string, lines: readonly object[]): Promise<string> {
  const [head = ""] = (await write(world, storeId)).split("\n");
  return [head, ...lines.map((line) => JSON.stringify(line))].join("\n");
}

describe("many short texts in an import", () => {
  test("are sanitized in another thread as versions of a policy, then checked and written", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const earlier = Array.from({ length: 150 }, (_, i) => ({
      title: "P",
      content: costlyText(`version ${i}`),
      at: new Date(1_700_000_000_000 + i * 1000).toISOString(),
    }));
    const since = "2024-01-01T00:00:00.000Z";
    const policy = { type: "policy", kind: "CUSTOM", title: "P", content: "x", since, earlier };
    const file = await fileWith(world, storeId, [policy]);
    expect(await costlyHere(world, storeId, file)).toEqual([]);
    expect(await bring(world, storeId, file)).toMatchObject({ outcome: "imported", created: 1 });
    const { rows } = await world.admin.query<{ content: string }>(
      "select content from shop.policy_versions where store_id = $1 order by version limit 1",
      [storeId],
    );
    expect(rows).toEqual([{ content: sanitizeRichText(costlyText("version 0")) }]);
  });

  test("are sanitized in another thread as translations", async ({ world }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId, "ADMIN");
    await staff.languages.createLanguage({ body: { storeId, code: "DE" } });
    const links = Array.from({ length: 40 }, (_, i) => `coat-${i}`);
    for (const link of links) await makeProduct(world, storeId, { link, name: link });
    const lines = links.map((link) => ({
      type: "translation",
      of: "PRODUCT",
      link,
      language: "DE",
      fields: {
        description: costlyText(`${link} d`),
        seoDescription: costlyText(`${link} s`),
      },
    }));
    const file = await fileWith(world, storeId, lines);
    expect(await costlyHere(world, storeId, file)).toEqual([]);
  });

  test("are sanitized in another thread as products", async ({ world }) => {
    const storeId = await seedStore(world);
    await makeProduct(world, storeId, { link: "coat", description: "", seoDescription: "here" });
    const exported = await write(world, storeId);
    const line = exported.split("\n").find((one) => one.startsWith('{"type":"product"')) ?? "";
    const product = JSON.parse(line) as object;
    const lines = Array.from({ length: 50 }, (_, i) => ({
      ...product,
      link: `coat-${i}`,
      description: costlyText(`${i} d`),
      seoDescription: costlyText(`${i} s`),
    }));
    const file = await fileWith(world, storeId, lines);
    expect(await costlyHere(world, storeId, file)).toEqual([]);
  });
});
