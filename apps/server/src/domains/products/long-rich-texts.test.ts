// @module-tag slow

import { describe, expect } from "vitest";
import { maxRichTextBytes } from "@vetrina/contract/common";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { asSource } from "../catalogue-files/product-csv/csv.fixture.ts";
import { readProductCsv } from "../catalogue-files/product-csv/read-product-csv.ts";
import { bring, write } from "../catalogue-files/json-lines/json-lines.fixture.ts";
import { makeProduct, productBody, staffClient } from "./catalogue.fixture.ts";

const link = '<a href="http://x">x</a>';
/** Each text is within the limit as sent, but exceeds it after sanitizing. */
const growing = (max: number) => [
  "&".repeat(max / 5 + 1),
  "<".repeat(max / 4 + 1),
  link.repeat(Math.floor(max / link.length)),
];

describe("a rich text that sanitizing makes longer than its limit is rejected by its sanitized length", () => {
  test("of a product, a policy and their translations", async ({ world }) => {
    const storeId = await seedStore(world);
    const { products, policies, languages } = await staffClient(world, storeId, "ADMIN");
    const { id } = await makeProduct(world, storeId);
    await languages.createLanguage({ body: { storeId, code: "DE" } });
    const accepted: string[] = [];
    const attempt = async (path: string, call: Promise<unknown>) => {
      const end = await call.then(
        () => "accepted",
        (error: { code: string; details: { path: string; message: string }[] | null }) =>
          `${error.code} ${error.details?.[0]?.path}`,
      );
      if (end !== `VALIDATION_FAILED ${path}`) accepted.push(`${path}: ${end}`);
    };
    for (const text of growing(maxRichTextBytes.product)) {
      for (const field of ["description", "seoDescription"]) {
        const body = { [field]: text };
        await attempt(field, products.createProduct({ storeId, body: productBody(body) }));
        await attempt(field, products.updateProduct({ id, body }));
      }
      await attempt(
        "fields.description",
        languages.createTranslation({
          body: {
            storeId,
            entityType: "PRODUCT",
            entityId: id,
            languageCode: "DE",
            fields: { description: text },
          },
        }),
      );
    }
    for (const content of growing(maxRichTextBytes.policy))
      await attempt(
        "content",
        policies.createPolicy({ storeId, body: { type: "CUSTOM", title: "Care", content } }),
      );
    expect(accepted).toEqual([]);
    const fitting = "&".repeat(maxRichTextBytes.product / 5);
    const product = await products.updateProduct({ id, body: { description: fitting } });
    expect(product.description).toBe("&amp;".repeat(fitting.length));
  });

  test("of an import file, with its line and column", async ({ world }) => {
    const [text = ""] = growing(maxRichTextBytes.product);
    const head = "Handle,Title,Body (HTML),Variant Price";
    const csv = asSource(`${head}\ncoat,Coat,${text},10\n`);
    const { findings } = await readProductCsv(csv, "USD");
    expect(findings.errors).toMatchObject([
      { row: 2, column: "Body (HTML)", message: expect.stringMatching(/^Shorten this/) },
    ]);
    const storeId = await seedStore(world);
    await makeProduct(world, storeId, { description: "", seoDescription: "here" });
    const file = await write(world, storeId);
    const other = await seedStore(world);
    const { errors } = await bring(world, other, file.replace('"here"', JSON.stringify(text)));
    expect(errors).toMatchObject([
      { column: "seoDescription", message: expect.stringMatching(/^Shorten this/) },
    ]);
  });
});
