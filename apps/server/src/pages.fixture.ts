import type { FastifyInstance, InjectOptions } from "fastify";
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
  const { read, close } = await servePages(world, storeId);
  try {
    const answer = await read(url);
    expect(answer.statusCode).toBe(status);
    return answer.body;
  } finally {
    await close();
  }
}

/**
 * Serves the pages of a store. `read` requests one, without compression. `prepare` gets the app before it is ready, to
 * add hooks.
 */
export async function servePages(
  world: World,
  storeId: string,
  { rateLimits = false, prepare = (_app: FastifyInstance) => {} } = {},
) {
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [storeId],
  );
  const options = { rateLimits, checkResponses: false, trustProxy: false } as const;
  const app = buildApp(world.services, options);
  await mountStorefront(app, world.services, {
    ...options,
    development: false,
    mediaDir: "/nonexistent",
  });
  prepare(app);
  await app.ready();
  const host = `${rows[0]?.slug}.localhost`;
  return {
    read: (url: string, { headers, ...more }: InjectOptions = {}) =>
      app.inject({ url, ...more, headers: { host, ...headers } }),
    close: () => app.close(),
  };
}
