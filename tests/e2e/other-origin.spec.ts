import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { createClient } from "@vetrina/client/create-client";
import { buildClient } from "../../packages/client/build.ts";
import { newFolder } from "../new-folder.ts";
import { expect, slowOneWidth, test } from "./support/fixtures.ts";

declare global {
  interface Window {
    client: ReturnType<typeof createClient>;
  }
}

/** Serves a third-party page that uses the packed client, on its own origin. */
async function servePage(apiOrigin: string) {
  const home = await newFolder("vetrina-page-");
  const folder = path.join(home, "client");
  buildClient(folder);
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="module">
    import { createClient } from "/client/create-client.js";
    window.client = createClient({ baseUrl: "${apiOrigin}", onSignedOut() {} });</script>`;
  const server = createServer((request, response) => {
    const file = /^\/client\/([\w-]+\.js)$/.exec(request.url ?? "")?.[1];
    response.setHeader("content-type", file === undefined ? "text/html" : "text/javascript");
    if (file === undefined) response.end(html);
    else createReadStream(path.join(folder, file)).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(home, { recursive: true, force: true });
    },
  };
}

test(
  "a page of another origin reads products with the packed client, and signs in if the store allows the origin",
  slowOneWidth,
  async ({ page, baseURL, database, browserErrors }) => {
    browserErrors.expect(
      /is another origin|CORS policy|ERR_FAILED|401/,
      "the page has another origin",
    );
    const other = await servePage(new URL(baseURL ?? "").origin);
    try {
      await page.goto(other.origin);
      await page.waitForFunction(() => "client" in window);
      const names = await page.evaluate(async () => {
        const list = await window.client.products.listProducts({ linkStoreId: "sorvela" });
        return list.items.map(({ name }) => name);
      });
      expect(names.length).toBeGreaterThan(0);

      const signIn = () =>
        page.evaluate(() =>
          window.client.users
            .login({ body: { email: "nobody@example.com", password: "wrong" } })
            .then(
              () => "in",
              (error: Error & { code?: string; traceId?: string }) =>
                error.code === undefined ? error.name : `${error.code} ${typeof error.traceId}`,
            ),
        );
      expect(await signIn()).toBe("TypeError");
      await database.query(
        "update shop.stores set allowed_origins = array[$1] where slug = 'sorvela'",
        [other.origin],
      );
      // The browser doesn't cache the rejected preflight, but the server caches its list of origins for a short time,
      // so the call is repeated until it gets through.
      await expect.poll(signIn).toBe("INVALID_CREDENTIALS string");
    } finally {
      await database.query("update shop.stores set allowed_origins = '{}' where slug = 'sorvela'");
      await other.close();
    }
  },
);
