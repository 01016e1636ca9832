import { pathIn } from "@vetrina/commerce/shop-paths";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { MetaDescriptor } from "react-router";
import { isRootData } from "./store.ts";
import { shortened } from "./shortened.ts";

type PageMeta = {
  /** The page's title. The store's name is appended. Missing on the home page. */
  title?: string;
  /** Plain text. Shortened to maxDescription. */
  description?: string;
  /** The canonical path, with a query only if the page depends on it, as in /product?link=bias-cut-slip-dress. */
  path: string;
  /** An absolute URL or a path. */
  image?: string | null | undefined;
  /** Whether search engines must not index the page. True for the cart and the checkout, for example. */
  noIndex?: boolean;
  /** Structured data. Each entry becomes a script of type application/ld+json, which is never executed. */
  jsonLd?: readonly JsonLd[];
};

export type JsonLd = Record<string, unknown> & { "@type": string };

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** The meta tags of a page: `export const meta = ({ matches }) => pageMeta(matches, { title, path })`. */
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

/** The maximum length of a description. Longer ones are shortened. */
const maxDescription = 320;

/**
 * Each link to another language repeats the page's query. To keep pages small, a query that exceeds both this length
 * and `maxLongFields` gets no such links.
 */
const maxQueryLength = 600;
/** A query with at most this many parameters may have any length. A product page has two: its link and the variant. */
const maxLongFields = 2;

/**
 * Links to the page in each of the store's languages (hreflang). For other languages, x-default links to the page in
 * the default language. Returns no links if the query exceeds both limits above.
 */
function alternates(
  path: string,
  origin: string,
  [own, ...others]: readonly LanguageCode[],
): MetaDescriptor[] {
  if (own === undefined || others.length === 0) return [];
  const [, query = ""] = path.split("?");
  if (query.length > maxQueryLength && query.split("&").length > maxLongFields) return [];
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
