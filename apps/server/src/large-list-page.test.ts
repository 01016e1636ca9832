// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { buildApp } from "./app.ts";
import { makeProduct } from "./domains/products/catalogue.fixture.ts";
import { mountStorefront } from "./storefront.ts";

/** The maximum size of the page in UTF-8. The page was 598 KB before the length of a card's texts was limited. */
const maxPageBytes = 256 * 1024;
const colorCount = 12;

/**
 * Returns a text of this length that is different for each `n`. Each of its letters takes three bytes in UTF-8, and
 * nine in a URL.
 */
function textOf(n: number, length: number): string {
  const last = Array.from({ length: length - 1 }, (_, i) => String.fromCodePoint(0x4e00 + 37 * i));
  return [String.fromCodePoint(0x5000 + n), ...last].join("");
}

for (const lengths of [
  { name: 20, link: 20, color: 4, shown: 5, cards: 48 },
  { name: 60, link: 60, color: 4, shown: 2, cards: 48 },
  { name: 60, link: 60, color: 40, shown: 1, cards: 48 },
  { name: 120, link: 120, color: 4, shown: 1, cards: 24 },
  // The API refuses to return 48 of these products in one page.
  { name: 200, link: 200, color: 40, shown: 1, cards: 24 },
])
  test(`a list's second page stays small with ${JSON.stringify(lengths)}`, async ({ world }) => {
    const storeId = await seedStore(world, { slug: "shop" });
    const colors = Array.from({ length: colorCount }, (_, i) => textOf(i, lengths.color));
    for (let i = 0; i < 48; i += 1) {
      const { id } = await makeProduct(world, storeId, {
        name: textOf(i, lengths.name),
        link: textOf(i, lengths.link),
        options: [{ name: "Color", values: colors.map((value) => ({ value })) }],
        variants: undefined,
        variantDefaults: { price: 1, stock: 1 },
      });
      await world.admin.query(
        `insert into shop.images (store_id, id, product_id, position, key, alt, color, width, height, widths, kind)
         select $1, gen_random_uuid(), $2::uuid, n, 'up/' || md5($2::uuid::text || n), 'A coat', ($3::text[])[n], 960, 1200,
           '{360,640,960}', 'PHOTO'
         from generate_series(1, 8) n`,
        [storeId, id, colors],
      );
    }
    const options = { rateLimits: false, checkResponses: false, trustProxy: false } as const;
    const app = buildApp(world.services, options);
    await mountStorefront(app, world.services, {
      ...options,
      development: false,
      mediaDir: "/nonexistent",
    });
    try {
      const query = `name=${encodeURIComponent(textOf(0, 10).slice(1))}`;
      for (const url of ["/new-arrivals?page=2", `/search?${query}&page=2`]) {
        const { statusCode, body } = await app.inject({ url, headers: { host: "shop.localhost" } });
        expect(statusCode).toBe(200);
        expect(body.match(/<article/g)).toHaveLength(lengths.cards);
        expect(body.match(/class="card-color"/g)).toHaveLength(lengths.cards * lengths.shown);
        expect(body.match(/>12(?:<!-- -->)? colors/g)).toHaveLength(lengths.cards);
        const [, name = ""] = /<h[23][^>]*><a[^>]*>([^<]+)</.exec(body) ?? [];
        expect(name).toHaveLength(lengths.name);
        expect(body).toContain(`aria-label="${name} in ${colors[0]}"`);
        expect(Buffer.byteLength(body)).toBeLessThan(maxPageBytes);
      }
    } finally {
      await app.close();
    }
  });
