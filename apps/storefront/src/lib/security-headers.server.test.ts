import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { deferHydration } from "./defer-hydration.server.ts";
import { contentSecurityPolicy, setCommonHeaders } from "./security-headers.server.ts";

const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
const module = '<script type="module" async="">import "/assets/a.js"</script>';

test("every inline script and style is allowed by its hash, and nothing else inline", () => {
  const policy = contentSecurityPolicy(
    `<style>:root{--a:1}</style><script>go()</script><script src="/x.js"></script>`,
    false,
  );
  expect(policy).toContain(`script-src 'self' ${hash("go()")};`);
  expect(policy).toContain(`style-src 'self' ${hash(":root{--a:1}")};`);
  expect(policy).not.toContain("unsafe-inline");
});

test("data blocks need no hash", () => {
  const policy = contentSecurityPolicy('<script type="application/ld+json">{}</script>', false);
  expect(policy).toContain("script-src 'self';");
});

test("no page loads a picture of another origin, whatever stands in it", () => {
  for (const src of ["/a.webp", "https://cdn.example/a.jpg", "//cdn.example/a.jpg"])
    expect(contentSecurityPolicy(`<img src="${src}">`, false)).toContain("img-src 'self' data:;");
});

test("the waiting module's text and its starter are both allowed", () => {
  const html = deferHydration(`<link rel="modulepreload" href="/assets/a.js"/>${module}`);
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).toContain(
    '<script type="text/module" data-files="/assets/a.js">import "/assets/a.js"</script>',
  );
  const policy = contentSecurityPolicy(html, false);
  expect(policy).toContain(hash('import "/assets/a.js"'));
  expect(policy.match(/sha256/g)).toHaveLength(2);
});

test("a page without modules stays as it is", () => {
  expect(deferHydration("<p>text</p>")).toBe("<p>text</p>");
});

test("a route's own cache-control is kept", () => {
  const headers = new Headers({ "cache-control": "no-store" });
  setCommonHeaders(headers);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
