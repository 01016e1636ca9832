import type { ProductSort } from "@vetrina/contract/catalogue/product-inputs";
import type { Facet } from "@vetrina/contract/catalogue/products";

export type FacetName = Facet["name"];
const facetNames = ["category", "department", "price", "size", "color"] as const;
const sorts: readonly ProductSort[] = ["newest", "price-low", "price-high", "name"];

/** The search, filters, sort order and page of a list. Only the URL stores them. */
export type ListingState = {
  /** The search text; empty if there is none. */
  name: string;
  /** Chosen values by facet, without duplicates. A product must have one of the values chosen in each facet. */
  chosen: Readonly<Record<FacetName, readonly string[]>>;
  /** The chosen sort order; null for the list's own order. */
  sort: ProductSort | null;
  /** The last page shown. The earlier pages of the same sheet (see listing-pages.ts) are shown above it. */
  page: number;
};

/**
 * The API rejects longer values and higher pages, so those in a URL are shortened or left out. The number and length of
 * the values are also limited because every link on the page repeats them, and each value adds a link.
 */
const max = { values: 20, written: 600, value: 100, name: 200, page: 10_000 };

/**
 * Reads a URL. Unknown or invalid parameters are ignored, never an error. U+0000 is removed, because database text
 * can't contain it.
 */
export function parseListing(address: URLSearchParams): ListingState {
  const params = new URLSearchParams(address.toString().replaceAll("%00", ""));
  const sort = sorts.find((one) => one === params.get("sort")) ?? null;
  const page = Math.trunc(Number(params.get("page") ?? 1));
  const room = { values: max.values, written: max.written };
  const valuesOf = (name: FacetName) => {
    const values = params
      .getAll(name)
      .flatMap((value) => value.split(","))
      .map((value) =>
        value
          .trim()
          .toLowerCase()
          .slice(0, max.value)
          .replace(/\p{Surrogate}$/u, ""),
      )
      .filter(Boolean);
    return [...new Set(values)].filter((value) => {
      room.values -= 1;
      room.written -= encodeURIComponent(value).length;
      return room.values >= 0 && room.written >= 0;
    });
  };
  return {
    name: (params.get("name") ?? "").trim().slice(0, max.name),
    chosen: {
      category: valuesOf("category"),
      department: valuesOf("department"),
      price: valuesOf("price"),
      size: valuesOf("size"),
      color: valuesOf("color"),
    },
    sort,
    page: page >= 1 && page <= max.page ? page : 1,
  };
}

/** The query of a state, its parameters in a fixed order: "?color=navy&size=m&page=2", or "" for the default state. */
export function listingSearch(state: ListingState): string {
  const params = new URLSearchParams();
  if (state.name) params.set("name", state.name);
  for (const facet of facetNames)
    for (const value of state.chosen[facet]) params.append(facet, value);
  if (state.sort) params.set("sort", state.sort);
  if (state.page > 1) params.set("page", String(state.page));
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** The state without one value, or without all values of a facet. Always at the first page. */
export function without(state: ListingState, facet: FacetName, value?: string): ListingState {
  const remaining = value === undefined ? [] : state.chosen[facet].filter((one) => one !== value);
  return { ...state, chosen: { ...state.chosen, [facet]: remaining }, page: 1 };
}

/** Keeps the search and the sort order, and removes every filter. */
export function cleared(state: ListingState): ListingState {
  const none: readonly string[] = [];
  return {
    ...state,
    chosen: { category: none, department: none, price: none, size: none, color: none },
    page: 1,
  };
}

/** Number of chosen filters. */
export function countChosen({ chosen }: ListingState): number {
  return facetNames.reduce((sum, facet) => sum + chosen[facet].length, 0);
}

/** Whether filters or a sort order are chosen. Search engines must not index such pages. */
export function isNarrowed(state: ListingState): boolean {
  return countChosen(state) > 0 || state.sort !== null;
}
