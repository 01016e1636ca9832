import { expect } from "vitest";
import { seedStore } from "../../../tests/seed.ts";
import { test, type World } from "../../../tests/world.ts";
import { buildApp } from "./app.ts";
import { makeProduct, staffClient } from "./domains/products/catalogue.fixture.ts";
import { mountStorefront } from "./storefront.ts";

/** It was 2.7 MB before the sums of what a product may hold were bounded. */
const maxPageBytes = 800_000;

test("a page of a product and of a menu as large as may be stays within reason", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { menus } = await staffClient(world, storeId, "ADMIN");
  const sizes = Array.from({ length: 200 }, (_, i) => `${"s".repeat(29)}${i}`);
  const { link } = await makeProduct(world, storeId, {
    options: [
      { name: "Size", values: sizes.map((value) => ({ value })) },
      { name: "Color", values: [{ value: "A" }, { value: "B" }] },
    ],
    variants: undefined,
    everyVariant: { price: 1, stock: 1 },
    description: "<b>x</b>".repeat(4900),
    measures: ["Chest", "Waist", "Hips", "Length", "Sleeve"].map((label) => ({
      label,
      bySize: Object.fromEntries(sizes.slice(0, 60).map((size) => [size, 10])),
    })),
  });
  await menus.updateMenu({
    storeId,
    name: "main",
    body: {
      items: Array.from({ length: 4 }, (_, i) => ({
        label: `${"l".repeat(40)}${i}`,
        href: `/${"h".repeat(49)}`,
        children: Array.from({ length: 49 }, () => ({
          label: "l".repeat(50),
          href: `/${"h".repeat(49)}`,
        })),
      })),
    },
  });
  const body = await pageOf(world, storeId, `/product?link=${link}`);
  expect(body).toContain(sizes[199]);
  expect(body.length).toBeLessThan(maxPageBytes);
});

test("menus and help texts that would make every page large are refused", async ({ world }) => {
  const storeId = await seedStore(world);
  const { menus, stores } = await staffClient(world, storeId, "ADMIN");
  const items = Array.from({ length: 4 }, () => ({
    label: "l".repeat(80),
    href: `/${"h".repeat(150)}`,
    children: Array.from({ length: 49 }, () => ({
      label: "l".repeat(80),
      href: `/${"h".repeat(150)}`,
    })),
  }));
  await expect(menus.updateMenu({ storeId, name: "main", body: { items } })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    message: expect.stringMatching(/20,000 characters/),
  });
  const help = await stores.getHelp({ id: storeId });
  const faq = Array.from({ length: 40 }, () => ({ title: "Why", text: "x".repeat(5000) }));
  await expect(
    stores.updateStore({ id: storeId, body: { help: { ...help, faq } } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

async function pageOf(world: World, storeId: string, url: string): Promise<string> {
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [storeId],
  );
  const options = { rateLimits: false, checkResponses: false, trustProxy: false } as const;
  const app = buildApp(world.services, options);
  await mountStorefront(app, world.services, { development: false, mediaDir: "/nonexistent" });
  await app.ready();
  try {
    const answer = await app.inject({ url, headers: { host: `${rows[0]?.slug}.localhost` } });
    expect(answer.statusCode).toBe(200);
    return answer.body;
  } finally {
    await app.close();
  }
}
