import { newArrivalsLink } from "@vetrina/commerce/constants";
import { categoryLinks, collectionPath } from "@vetrina/commerce/shop-paths";
import type { ProductListQuery } from "@vetrina/contract/product-inputs";

/** A list of the shop with an address of its own. */
export type Place = {
  /** Its first address; others that show the same name this one as theirs. */
  path: string;
  kind: "all" | "new" | "sale" | "department" | "category" | "collection" | "search";
  /** What it is called where the store has no collection of this link. */
  title: string;
  /** The store's collection that is shown here, with its own name, text and order. */
  collection: string | null;
  /** What is listed where the store has no such collection; null: then there is no such page. */
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

/** The place of a path. A collection that has a path of its own is the same place: /collections/dresses is /dresses. */
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
