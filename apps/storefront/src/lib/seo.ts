import { pathIn } from "@vetrina/commerce/shop-paths";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { MetaDescriptor } from "react-router";
import { isRootData } from "./store.ts";
import { shortened } from "./shortened.ts";

type PageMeta = {
  /** The title without the store's name, which is appended. Missing on the home page. */
  title?: string;
  /** Plain text of at most about 160 characters. */
  description?: string;
  /** The canonical path with the query that belongs to it, e.g. /product?link=bias-cut-slip-dress. */
  path: string;
  /** An absolute URL or a path. */
  image?: string | null | undefined;
  /** The page must not be indexed: cart, checkout, tracking. */
  noIndex?: boolean;
  /** Structured data. Each becomes a script of type application/ld+json, which is data and never runs. */
  jsonLd?: readonly JsonLd[];
};

export type JsonLd = Record<string, unknown> & { "@type": string };

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** A page's head: `export const meta = ({ matches }) => pageMeta(matches, { title, path })`. */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  if (!isRootData(root)) return [{ title: page.title ?? "" }];
  const { store, origin, languages, translation } = root;
  const here = `${origin}${pathIn(page.path, translation)}`;
  const { name, tagline } = store;
  const own = tagline ? `${name}: ${tagline}` : name;
  const title = page.title ? `${page.title} | ${name}` : own;
  const description = shortened(
    page.description || tagline || `Shop online at ${name}.`,
    maxDescription,
  );
  const image = absolute(page.image ?? store.socialImage, origin);
  return [
    { title },
    { name: "description", content: description },
    ...(page.noIndex
      ? [{ name: "robots", content: "noindex" }]
      : [
          { tagName: "link", rel: "canonical", href: here },
          ...alternates(page.path, origin, languages),
        ]),
    { property: "og:site_name", content: store.name },
    { property: "og:type", content: "website" },
    { property: "og:title", content: page.title ?? store.name },
    { property: "og:description", content: description },
    { property: "og:url", content: here },
    ...(image
      ? [
          { property: "og:image", content: image },
          { name: "twitter:card", content: "summary_large_image" },
        ]
      : []),
    ...(page.jsonLd ?? []).map((data) => ({
      "script:ld+json": { "@context": "https://schema.org", ...data },
    })),
  ];
}

/** Search engines show no more than this. */
const maxDescription = 320;

/** Links to the same page in each language of the store. Readers of other languages get the default one. */
function alternates(
  path: string,
  origin: string,
  [own, ...others]: readonly LanguageCode[],
): MetaDescriptor[] {
  if (own === undefined || others.length === 0) return [];
  const link = (hrefLang: string, code: LanguageCode | null) => ({
    tagName: "link",
    rel: "alternate",
    hrefLang,
    href: `${origin}${pathIn(path, code)}`,
  });
  return [
    link("x-default", null),
    link(own.toLowerCase(), null),
    ...others.map((code) => link(code.toLowerCase(), code)),
  ];
}

/** A BreadcrumbList of names and paths, the page itself last. */
export function breadcrumbs(
  origin: string,
  trail: readonly { name: string; path: string }[],
): JsonLd {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

function absolute(url: string | null, origin: string): string | null {
  if (!url) return null;
  return url.startsWith("/") ? `${origin}${url}` : url;
}
