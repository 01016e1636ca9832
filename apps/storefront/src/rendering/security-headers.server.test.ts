import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { PageSources } from "@vetrina/contract/rendering";
import { deferHydration } from "./defer-hydration.server.ts";
import { contentSecurityPolicy, setCommonHeaders } from "./security-headers.server.ts";

const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
const nonce = "n-1_A";
const module = `<script nonce="${nonce}" type="module" async="">import "/assets/a.js"</script>`;
const none: PageSources = { script: [], style: [], image: [], connect: [], frame: [] };
const policyOf = (html: string, sources = none) =>
  contentSecurityPolicy(html, nonce, sources, false);

test("inline scripts and styles with the nonce are allowed by hash, and nothing else inline", () => {
  const policy = policyOf(
    `<style nonce="${nonce}">:root{--a:1}</style><script nonce="${nonce}">go()</script><script nonce="${nonce}" src="/x.js"></script>`,
  );
  expect(policy).toContain(`script-src 'self' ${hash("go()")};`);
  expect(policy).toContain(`style-src 'self' ${hash(":root{--a:1}")};`);
  expect(policy).not.toContain("unsafe-inline");
});

test.each([
  "<script>steal()</script>",
  '<script nonce="">steal()</script>',
  '<script nonce="n-1">steal()</script>',
  "<script nonce=n-1_A>steal()</script>",
  "<SCRIPT>steal()</SCRIPT>",
  "<style>steal()</style>",
  '<script type="text/module" data-files="/steal.js">steal()</script>',
])("%s without the nonce gets no hash", (injected) => {
  for (const html of [injected + module, module + injected]) {
    const policy = policyOf(deferHydration(html, nonce));
    expect(policy).not.toContain(hash("steal()"));
    expect(policy.match(/sha256/g)).toHaveLength(2);
  }
});

test("an unclosed tag before a page's script changes neither the script's end nor its hash", () => {
  const policy = policyOf(`<p title="<script>"><!-- <script> --> ${module}`);
  expect(policy).toContain(`script-src 'self' ${hash('import "/assets/a.js"')};`);
});

test("data blocks need no hash", () => {
  const policy = policyOf(`<script nonce="${nonce}" type="application/ld+json">{}</script>`);
  expect(policy).toContain("script-src 'self';");
});

test("pages can't load images from other origins", () => {
  for (const src of ["/a.webp", "https://cdn.example/a.jpg", "//cdn.example/a.jpg"])
    expect(policyOf(`<img src="${src}">`)).toContain("img-src 'self' data:;");
});

test("a payment provider's origins and frames are allowed only if it is active", () => {
  const origin = "https://pay.example";
  const sources = { ...none, script: [origin], connect: [origin], frame: [origin] };
  const policy = policyOf("<p>text</p>", sources);
  for (const directive of ["script-src 'self'", "connect-src 'self'", "frame-src"])
    expect(policy).toContain(`${directive} ${origin};`);
  expect(policy).toContain("img-src 'self' data:;");
  expect(policyOf("<p>text</p>")).not.toMatch(/frame-src|pay\.example/);
});

test("a provider may add styles, and the page's own styles stay allowed", () => {
  const page = `<style nonce="${nonce}">:root{--a:1}</style>`;
  const policy = policyOf(page, { ...none, style: ["'unsafe-inline'"] });
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
});

test("the deferred module's text and its starter are both allowed", () => {
  const html = deferHydration(
    `<link rel="modulepreload" href="/assets/a.js" nonce="${nonce}"/>${module}`,
    nonce,
  );
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).toContain(
    `<script nonce="${nonce}" type="text/module" data-files="/assets/a.js">import "/assets/a.js"</script>`,
  );
  const policy = policyOf(html);
  expect(policy).toContain(hash('import "/assets/a.js"'));
  expect(policy.match(/sha256/g)).toHaveLength(2);
});

test("modules and preloads in a store's text are not started", () => {
  const text =
    '<link rel="modulepreload" href="/steal.js"/><script type="module" async="">steal()</script>';
  const html = deferHydration(text + module, nonce);
  expect(html).toContain(text);
  expect(html).toContain('data-files="">import "/assets/a.js"');
});

test("a page without modules stays unchanged", () => {
  expect(deferHydration("<p>text</p>", nonce)).toBe("<p>text</p>");
});

test("a route's own cache-control is not replaced", () => {
  const headers = new Headers({ "cache-control": "no-store" });
  setCommonHeaders(headers);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
