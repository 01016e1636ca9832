// @module-tag slow

import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { describe } from "vitest";
import { rawRequest } from "./raw-request.ts";
import { test } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

/** Each text breaks out of the page's HTML in a different way. None of them has been sanitized. */
const injected = [
  "<script>steal(1)</script>",
  '<script nonce="guess">steal(2)</script>',
  "<SCRIPT\n>steal(3)</SCRIPT >",
  '<script type="module" async="">steal(4)</script>',
  '<script type="text/module" data-files="/steal.js">steal(5)</script>',
  '<p title=">">text</p><script type="text/javascript">steal(6)</script>',
  "<!-- --><script><!--\nsteal(7)\n//--></script>",
  "<style>body{display:none}</style>",
  '<link rel="modulepreload" href="/steal.js"/>',
];
const html = injected.join("");
const texts = injected.flatMap((one) => {
  const inner = /<(script|style)[^>]*>([\s\S]*?)<\/\1/i.exec(one)?.[2];
  return inner === undefined ? [] : [inner];
});
const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

describe("a script stored in the database without being sanitized", () => {
  test("has no hash in any page's policy, while the page's own scripts do", async ({
    shops,
    expect,
  }) => {
    const databaseUrl = await shops.newDatabase();
    const shop = await shops.start({ env: { DATABASE_URL: databaseUrl } });
    const admin = await shops.connect(databaseUrl);
    const pages = ["/product?link=slip-dress", "/privacy", "/new-arrivals"];
    const get = (path: string) =>
      rawRequest(shop.port, path, { headers: { host: "sartoria.localhost" } });
    await admin.query(
      `insert into shop.policies (store_id, id, type, title, content)
       select id, gen_random_uuid(), 'PRIVACY_POLICY', 'Privacy', '<p>Ours</p>' from shop.stores`,
    );
    const before = await Promise.all(pages.map(get));
    await inject(admin);
    await waitUntil("the pages show the new rows", async () => {
      const { body } = await get("/product?link=slip-dress&lang=de");
      return body.includes("--color-chalk:#7a1f3d") && body.includes('lang="de"');
    });

    const asked = [...pages, "/product?link=slip-dress&lang=de"];
    for (const [i, page] of asked.entries()) {
      const { status, headers, body } = await get(page);
      const policy = String(headers["content-security-policy"]);
      expect([page, status]).toEqual([page, 200]);
      if (page !== "/new-arrivals") expect(body).toContain(injected[0]);
      for (const text of texts) expect(policy, page).not.toContain(hashOf(text));
      const own = before[i] ?? before[0];
      expect(scriptHashes(policy), page).toBe(
        scriptHashes(String(own?.headers["content-security-policy"])),
      );
      expect(body.match(/ nonce="[^"]*"/g) ?? [], page).toEqual(
        page === "/new-arrivals" ? [] : [' nonce="guess"'],
      );
      expect(/<style data-theme="">(.*?)<\/style>/.exec(body)?.[1], page).toBe(
        ":root{--color-chalk:#7a1f3d}",
      );
      expect(ownFiles(body), page).toBe(ownFiles(String(own?.body)));
    }
  });
});

/** The list of files that the page's deferred module requests. */
function ownFiles(body: string): string | undefined {
  return /data-files="(\/assets\/[^"]*)"/.exec(body)?.[1];
}

/** The number of inline scripts that a policy allows. */
function scriptHashes(policy: string): number {
  return /script-src ([^;]*)/.exec(policy)?.[1]?.match(/'sha256-/g)?.length ?? 0;
}

async function inject(admin: Pool): Promise<void> {
  await admin.query("update shop.products set description = $1", [html]);
  await admin.query("update shop.policies set content = $1", [html]);
  await admin.query(
    `insert into shop.store_languages (store_id, id, code) select id, gen_random_uuid(), 'DE' from shop.stores`,
  );
  await admin.query(
    `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
     select store_id, gen_random_uuid(), 'PRODUCT', id, 'DE', $1 from shop.products`,
    [JSON.stringify({ description: html })],
  );
  await admin.query(
    `update shop.stores set theme =
       jsonb_build_object('color-ink', $1::text, 'x:red}body{display', 'none', 'color-chalk', '#7a1f3d')`,
    [`red}</style>${html}`],
  );
}
