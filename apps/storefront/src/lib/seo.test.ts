import { expect, test } from "vitest";
import { breadcrumbs, pageMeta } from "./seo.ts";
import { directionOf, publicOrigin } from "./store.ts";

const store = { name: "Sorvela", tagline: "From a cutting table", socialImage: "/media/og.png" };
const matches = [{ id: "root", loaderData: { store, origin: "https://sorvela.example" } }];

test("a page names itself, the store and its canonical address", () => {
  const meta = pageMeta(matches, { title: "Dresses", path: "/dresses" });
  expect(meta).toContainEqual({ title: "Dresses | Sorvela" });
  expect(meta).toContainEqual({
    tagName: "link",
    rel: "canonical",
    href: "https://sorvela.example/dresses",
  });
  expect(meta).toContainEqual({
    property: "og:image",
    content: "https://sorvela.example/media/og.png",
  });
});

test("what is nobody's result is not canonical", () => {
  const meta = pageMeta(matches, { title: "Your cart", path: "/cart", noIndex: true });
  expect(meta).toContainEqual({ name: "robots", content: "noindex" });
  expect(JSON.stringify(meta)).not.toContain("canonical");
});

test("structured data stands in its context", () => {
  const trail = breadcrumbs("https://sorvela.example", [{ name: "Home", path: "/" }]);
  expect(pageMeta(matches, { path: "/", jsonLd: [trail] })).toContainEqual({
    "script:ld+json": expect.objectContaining({
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
    }),
  });
});

test("canonical addresses are the store's domain, except on a developer's machine", () => {
  const domain = { domain: "sorvela.example" };
  expect(publicOrigin("http://10.0.0.1:3000/x", domain)).toBe("https://sorvela.example");
  expect(publicOrigin("http://localhost:3000/x", domain)).toBe("http://localhost:3000");
});

test("Arabic runs from right to left", () => {
  expect([directionOf("ar"), directionOf("ar-EG"), directionOf("en")]).toEqual([
    "rtl",
    "rtl",
    "ltr",
  ]);
});
