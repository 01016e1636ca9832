import { pathIn } from "@vetrina/commerce/shop-paths";
import { expect, test } from "vitest";
import { nameOf } from "./language.ts";
import { breadcrumbs, pageMeta } from "./seo.ts";
import { directionOf, publicOrigin } from "./store.ts";

const store = { name: "Sorvela", tagline: "From a cutting table", socialImage: "/media/og.png" };
const matches = [
  {
    id: "root",
    loaderData: { store, origin: "https://sorvela.example", languages: ["EN"], translation: null },
  },
];

test("a page has a title with the store's name, and a canonical URL", () => {
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

test("a store without a tagline still has a title and a description", () => {
  const root = {
    ...matches[0],
    loaderData: { ...matches[0]?.loaderData, store: { ...store, tagline: "" } },
  };
  const meta = pageMeta([{ ...root, id: "root" }], { path: "/" });
  expect(meta).toContainEqual({ title: "Sorvela" });
  expect(meta).toContainEqual({ name: "description", content: "Shop online at Sorvela." });
});

test("noindex pages have no canonical URL", () => {
  const meta = pageMeta(matches, { title: "Your cart", path: "/cart", noIndex: true });
  expect(meta).toContainEqual({ name: "robots", content: "noindex" });
  expect(JSON.stringify(meta)).not.toContain("canonical");
});

test("structured data has a schema.org context", () => {
  const trail = breadcrumbs("https://sorvela.example", [{ name: "Home", path: "/" }]);
  expect(pageMeta(matches, { path: "/", jsonLd: [trail] })).toContainEqual({
    "script:ld+json": expect.objectContaining({
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
    }),
  });
});

test("canonical URLs use the store's domain, except on a developer's machine", () => {
  const domain = { domain: "sorvela.example" };
  expect(publicOrigin("http://10.0.0.1:3000/x", domain)).toBe("https://sorvela.example");
  expect(publicOrigin("http://localhost:3000/x", domain)).toBe("http://localhost:3000");
});

test("Arabic is written right to left", () => {
  expect([directionOf("ar"), directionOf("ar-EG"), directionOf("en")]).toEqual([
    "rtl",
    "rtl",
    "ltr",
  ]);
});

test("a page with many long filters is not linked in other languages", () => {
  const loaderData = { ...matches[0]?.loaderData, languages: ["EN", "DE"], translation: null };
  const linksOf = (path: string) =>
    pageMeta([{ id: "root", loaderData }], { path }).filter((one) => "href" in one);
  expect(linksOf("/collection?color=red&color=blue&size=m")).toHaveLength(4);
  expect(linksOf(`/product?link=${"%E4%B8%80".repeat(190)}&variant=red`)).toHaveLength(4);
  const colors = Array.from({ length: 30 }, () => `color=${"%27".repeat(20)}`);
  expect(linksOf(`/collection?${colors.join("&")}`)).toHaveLength(1);
});

test("a translated page has its own URL and links to the other languages", () => {
  const languages = { languages: ["EN", "DE"], translation: "DE" };
  const loaderData = { ...matches[0]?.loaderData, ...languages };
  const meta = pageMeta([{ id: "root", loaderData }], {
    title: "Coat",
    path: "/product?link=coat",
  });
  const links = meta.flatMap((one) =>
    "href" in one ? [[one["rel"], one["hrefLang"], one.href]] : [],
  );
  const [own, german] = ["", "&lang=de"].map(
    (end) => `https://sorvela.example/product?link=coat${end}`,
  );
  expect(links).toEqual([
    ["canonical", undefined, german],
    ["alternate", "x-default", own],
    ["alternate", "en", own],
    ["alternate", "de", german],
  ]);
  expect(pathIn("/dresses?lang=de#top", null)).toBe("/dresses#top");
  expect(pathIn("/?size=M&lang=de", "AR")).toBe("/?size=M&lang=ar");
  expect([nameOf("DE"), nameOf("AR")]).toEqual(["Deutsch", "العربية"]);
});
