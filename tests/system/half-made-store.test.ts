// @module-tag slow

import { rawRequest } from "./raw-request.ts";
import { test } from "./shops.ts";

test("the home page shows the newest products if the featured collection was deleted", async ({
  shops,
  expect,
}) => {
  const url = await shops.newDatabase();
  const { port } = await shops.start({ env: { DATABASE_URL: url } });
  const admin = await shops.connect(url);
  await admin.query("update shop.collections set deleted_at = now()");
  const page = await rawRequest(port, "/", { headers: { host: "localhost" } });
  expect(page.status).toBe(200);
  expect(page.body).toContain("Behind the Scenes");
  expect(page.body).toMatch(/id="featured-title"[^>]*>New Arrivals</);
  expect(page.body).toContain('href="/collection?link=new-arrivals"');
});
