import { newArrivalsLink } from "@vetrina/commerce/constants";
import { categoryLinks, collectionPath } from "@vetrina/commerce/shop-paths";
import type { ProductListQuery } from "@vetrina/contract/catalogue/product-inputs";

/** A product list that has its own path in the shop. */
export type Place = {
  /** The canonical path. The list's other paths declare it as canonical. */
  path: string;
  kind: "all" | "new" | "sale" | "department" | "category" | "collection" | "search";
  /** The list's heading, unless the store has the collection below. */
  title: string;
  /** The slug of the collection that this place shows if the store has it. Null if the place never shows one. */
  collection: string | null;
  /** The filter for the list if the store has no such collection; null if the page then doesn't exist. */
  otherwise: Partial<ProductListQuery> | null;
};

const newArrivalsPath = `/${newArrivalsLink}`;

const fixed: Readonly<Record<string, Place>> = Object.fromEntries(
  [
    place("/collection", "all", "All items", null, {}),
    place("/search", "search", "Search", null, {}),
    place(newArrivalsPath, "new", "New Arrivals", newArrivalsLink, { sort: "newest" }),
    place("/sale", "sale", "Sale", "sale", { sale: true }),
    place("/women", "department", "Women", "women", { department: ["women", "unisex"] }),
    place("/men", "department", "Men", "men", { department: ["men", "unisex"] }),
    ...categoryLinks.map((name) =>
      place(`/${name}`, "category", capitalized(name), name, { category: [name] }),
    ),
  ].map((one) => [one.path, one]),
);

/** The list at a path. A collection with a short path is the same list: /collections/dresses is /dresses. */
export function placeOf(pathname: string, link?: string): Place {
  const path = pathname === "/new" ? newArrivalsPath : pathname.replace(/(?<=[^/])\/+$/, "");
  const own = fixed[link === undefined ? path : `/${link}`];
  if (own !== undefined && (link === undefined || own.collection === link)) return own;
  return place(collectionPath(link ?? ""), "collection", capitalized(link ?? ""), link ?? "", null);
}

function place(
  path: string,
  kind: Place["kind"],
  title: string,
  collection: string | null,
  otherwise: Place["otherwise"],
): Place {
  return { path, kind, title, collection, otherwise };
}

function capitalized(link: string): string {
  return link.charAt(0).toUpperCase() + link.slice(1).replaceAll("-", " ");
}
