import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type Page, chromium } from "@playwright/test";
import { canSandbox, findBrowser, launchOptions } from "../e2e/support/find-browser.ts";

export async function launchBrowser(): Promise<Browser> {
  const executable = await findBrowser();
  return chromium.launch(launchOptions(executable, canSandbox(executable)));
}

/** Serves a shop's page on its own origin. The page's policy allows only the shop's and the provider's origins. */
export async function serveShop(provider: string) {
  const pages = new Map<string, string>();
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline' ${provider}`,
    `connect-src 'self' ${provider}`,
    `frame-src ${provider}`,
    "style-src 'self' 'unsafe-inline'",
  ].join("; ");
  const server = createServer((request, response) => {
    const html = pages.get(new URL(request.url ?? "/", "http://shop").pathname);
    response.writeHead(html === undefined ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin-allow-popups",
    });
    response.end(html);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  // A host name that differs from the stand-in's, so that the browser treats the shop as another site.
  const origin = `http://localhost:${port}`;
  return {
    origin,
    /** Opens a page with this body. The page's scripts report to the shop by pushing to `log`. */
    open: async (page: Page, body: string, name = "/shop") => {
      pages.set(
        name,
        `<!doctype html><html lang="en"><title>Shop</title><script>window.log = [];</script>${body}</html>`,
      );
      await page.goto(origin + name);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The values that the scripts of the shop's page have pushed to `log`. */
export function logOf(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (globalThis as unknown as { log: unknown[] }).log);
}
