// @module-tag slow

import { randomUUID } from "node:crypto";
import { describe } from "vitest";
import type { Shop } from "../running-shop.ts";
import { rawRequest } from "./raw-request.ts";
import { test } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

const canonicalOf = (html: string) =>
  /<link\b[^>]*rel="canonical"[^>]*>/.exec(html)?.[0].match(/href="([^"]+)"/)?.[1];
const brandOf = (html: string) => /Sartoria|Bottega/.exec(html)?.[0];

/** Headers of a proxy that received the request over HTTPS. */
const forwarded = { host: "localhost", "x-forwarded-proto": "https" };

describe("selecting the store", () => {
  test("finds none with DEMO=0; later uses the Host header, whatever the port, and without TRUST_PROXY ignores forwarded headers", async ({
    shops,
    expect,
  }) => {
    const url = await shops.newDatabase();
    const env = { DATABASE_URL: url, SECRET_KEY: "one secret for both of the processes" };
    const { port } = await shops.start({ env: { ...env, DEMO: "0" } });
    const database = await shops.connect(url);
    const empty = await rawRequest(port, "/", { headers: { host: "localhost" } });
    expect(empty.status).toBe(421);
    expect(empty.body).toContain("has no stores yet");
    expect((await rawRequest(port, "/api/v1/health/check")).status).toBe(200);

    // This second server creates the stores when it starts. The first server must notice them.
    const limited = await shops.start({ env: { ...env, RATE_LIMITS: "1" } });
    const { body } = await rawRequest(limited.port, "/", {
      headers: { ...forwarded, "x-forwarded-host": "bottega.localhost" },
    });
    expect(brandOf(body)).toBe("Sartoria");
    expect(canonicalOf(body)).toBe("http://localhost/");
    expect(await letThrough(limited)).toBeLessThan(21);

    const page = (host: string, path = "/") => rawRequest(port, path, { headers: { host } });
    const brand = async (host: string) => brandOf((await page(host)).body);

    await expect(brand(`localhost:${port}`)).resolves.toBe("Sartoria");
    await expect(brand("127.0.0.1")).resolves.toBe("Sartoria");
    await expect(brand("sartoria.localhost:1")).resolves.toBe("Sartoria");
    await expect(brand("BOTTEGA.localhost.")).resolves.toBe("Bottega");

    for (const host of ["shop.example", "sartoria", "bottega.localhost.example", "192.0.2.7"]) {
      const stranger = await page(host);
      expect(stranger.status).toBe(421);
      expect(stranger.body).toContain("There is no store at this address");
      expect(stranger.body).not.toContain(host);
    }
    for (const host of ["sartoria.localhost:99999", "sartoria.localhost:x", "sartoria.localhost/x"])
      expect((await page(host)).status, host).toBe(421);
    const elsewhere = await page("sartoria.localhost", "//shop.example/");
    expect(elsewhere.body).not.toContain('href="http://shop.example');
    expect((await page("sartoria.localhost", "//[")).status).toBe(404);
    for (const path of [
      "/api/v1/system/version",
      "/api/v1/openapi.json",
      "/health/live",
      "/health/check",
    ])
      expect((await page("shop.example", path)).status).toBe(200);
    expect((await page("shop.example", "/api/v1/stores/bottega")).status).toBe(200);

    // The owner's menus replace the default links, but only in this store.
    const menu = (name: string, items: object[]) =>
      database.query(
        `insert into shop.menus (store_id, name, items) select id, $1, $2 from shop.stores where slug = 'bottega'`,
        [name, JSON.stringify(items)],
      );
    const item = { id: randomUUID(), label: "", href: null, collectionId: null, children: [] };
    await menu("footer", [{ ...item, label: "PIEDE", href: "/about" }]);
    const below = [{ ...item, id: randomUUID(), label: "Sotto", href: "/sale" }];
    await menu("main", [{ ...item, label: "Testa", children: below }]);
    const bottega = async () => (await page("bottega.localhost", "/links")).body;
    await waitUntil("the menus are shown", async () => (await bottega()).includes("PIEDE"));
    const html = await bottega();
    expect(html.match(/Sotto/g)?.length).toBeGreaterThan(1);
    expect(html).toContain(`id="menu-${item.id}"`);
    expect((await page("sartoria.localhost", "/links")).body).not.toMatch(/PIEDE|Sotto/);
  });

  test("uses DEFAULT_STORE for loopback names, and forwarded headers with TRUST_PROXY", async ({
    shops,
    expect,
  }) => {
    const env = {
      DATABASE_URL: await shops.newDatabase(),
      DEFAULT_STORE: "bottega.localhost",
      RATE_LIMITS: "1",
      TRUST_PROXY: "loopback",
    };
    const shop = await shops.start({ env });
    const direct = await rawRequest(shop.port, "/", { headers: { host: "localhost" } });
    expect(brandOf(direct.body)).toBe("Bottega");
    const { body } = await rawRequest(shop.port, "/", {
      headers: { ...forwarded, "x-forwarded-host": "sartoria.localhost" },
    });
    expect(brandOf(body)).toBe("Sartoria");
    expect(canonicalOf(body)).toBe("https://sartoria.localhost/");
    expect(await letThrough(shop)).toBe(21);
  });
});

/**
 * Returns how many of 21 calls are accepted. Each claims a different address. The endpoint allows ten calls a minute
 * per address, so from a single address, 21 would exceed the limit even if a new minute begins in between.
 */
async function letThrough(shop: Shop): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, i) =>
      rawRequest(shop.port, "/api/v1/customers/subscribe/sartoria", {
        method: "POST",
        headers: { host: "localhost", "x-forwarded-for": `198.51.100.${i}` },
        body: {},
      }),
    ),
  );
  return answers.filter(({ status }) => status !== 429).length;
}
