import { expect } from "vitest";
import type { World } from "#tests/world.ts";
import { buildApp } from "./app.ts";
import { mountStorefront } from "./storefront.ts";

/** Returns the HTML of the page at a path of the store. */
export async function pageOf(
  world: World,
  storeId: string,
  url: string,
  status = 200,
): Promise<string> {
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [storeId],
  );
  const options = { rateLimits: false, checkResponses: false, trustProxy: false } as const;
  const app = buildApp(world.services, options);
  await mountStorefront(app, world.services, {
    ...options,
    development: false,
    mediaDir: "/nonexistent",
  });
  await app.ready();
  try {
    const answer = await app.inject({ url, headers: { host: `${rows[0]?.slug}.localhost` } });
    expect(answer.statusCode).toBe(status);
    return answer.body;
  } finally {
    await app.close();
  }
}
