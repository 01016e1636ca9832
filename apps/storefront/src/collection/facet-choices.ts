import type { Facet } from "@vetrina/contract/catalogue/products";
import { type FacetName, type ListingState, without } from "./listing-state.ts";

export type FacetChoice = Facet["values"][number] & { chosen: boolean };
export type FacetChoices = {
  name: FacetName;
  title: string;
  choices: FacetChoice[];
  /** The number of values that aren't listed. */
  more: number;
};

const titles: Record<FacetName, string> = {
  category: "Category",
  department: "Department",
  price: "Price",
  size: "Size",
  color: "Color",
};

/**
 * The filter values that a clothing store always shows, before other values in stock. Prices are missing, because their
 * labels depend on the currency.
 */
const always: Partial<
  Record<FacetName, readonly { value: string; label: string; swatch?: string }[]>
> = {
  category: [
    { value: "dresses", label: "Dresses" },
    { value: "tops", label: "Tops" },
    { value: "bottoms", label: "Bottoms" },
    { value: "outerwear", label: "Outerwear" },
    { value: "accessories", label: "Accessories" },
  ],
  size: ["XS", "S", "M", "L", "XL"].map((label) => ({ value: label.toLowerCase(), label })),
  color: [
    { value: "black", label: "Black", swatch: "#1d1e22" },
    { value: "white", label: "White", swatch: "#f3f1ec" },
    { value: "beige", label: "Beige", swatch: "#cdb898" },
    { value: "navy", label: "Navy", swatch: "#2a3957" },
    { value: "red", label: "Red", swatch: "#a8282f" },
  ],
};

const order: readonly FacetName[] = ["category", "department", "price", "size", "color"];

const clothes = new Set(["dresses", "tops", "bottoms", "outerwear"]);

/** Whether a store with these facets sells clothes. If so, the standard values are always shown. */
export function sellsClothes(facets: readonly Facet[]): boolean {
  const categories = facets.find(({ name }) => name === "category")?.values ?? [];
  return categories.some(({ value, count }) => count > 0 && clothes.has(value));
}

/** The departments with products. Unisex products count for both. */
export function soldDepartments(facets: readonly Facet[]): ("men" | "women")[] {
  const values = facets.find(({ name }) => name === "department")?.values ?? [];
  const sold = new Set(values.filter(({ count }) => count > 0).map(({ value }) => value));
  return (["men", "women"] as const).filter((each) => sold.has(each) || sold.has("unisex"));
}

/**
 * The filters as shown: in a clothing store, the standard values come first, then others in stock. Values without
 * products have a count of 0.
 */
export function facetChoices(
  facets: readonly Facet[],
  state: ListingState,
  isOfClothes: boolean,
): FacetChoices[] {
  return order.map((name) => {
    const { values: found = [], omittedCount: more = 0 } =
      facets.find((facet) => facet.name === name) ?? {};
    const usual = isOfClothes ? (always[name] ?? []) : [];
    const missing = usual
      .filter(({ value }) => !found.some((one) => one.value === value))
      .map(({ swatch = null, ...one }) => Object.assign(one, { swatch, count: 0 }));
    const all = missing.length === 0 ? found : inOrder([...found, ...missing], usual);
    const choices = all.map((one) =>
      Object.assign({}, one, { chosen: state.chosen[name].includes(one.value) }),
    );
    return { name, title: titles[name], choices, more };
  });
}

/** A facet's choices as a page's data contains them, without field names and without the selection. */
export type PackedChoices = [
  name: FacetName,
  choices: PackedChoice[],
  /** The number of values not shown; left out if it is 0. */
  more?: number,
];
/** A choice. Leaves out the swatch if it is null, and the value if it is the label in lower case. */
type PackedChoice = [label: string, count: number, swatch?: string | null, value?: string];

export function packChoices(groups: readonly FacetChoices[]): PackedChoices[] {
  return groups.map(({ name, more, choices }) => {
    const packed = choices.map(({ value, label, count, swatch }): PackedChoice => {
      if (value !== label.toLowerCase()) return [label, count, swatch, value];
      return swatch === null ? [label, count] : [label, count, swatch];
    });
    return more === 0 ? [name, packed] : [name, packed, more];
  });
}

/** The filters, with the values that `state` selects marked as chosen. */
export function unpackChoices(
  packed: readonly PackedChoices[],
  state: ListingState,
): FacetChoices[] {
  return packed.map(([name, choices, more = 0]) => ({
    name,
    title: titles[name],
    more,
    choices: choices.map(([label, count, swatch = null, value = label.toLowerCase()]) => {
      const chosen = state.chosen[name].includes(value);
      return { value, label, count, swatch, chosen };
    }),
  }));
}

/** Whether a facet offers no choice: it has at most one value, and that value isn't chosen. */
export function isIdle({ choices }: FacetChoices): boolean {
  return choices.length < 2 && choices.every(({ chosen }) => !chosen);
}

export type Chip = { facet: FacetName; value: string; label: string; rest: ListingState };

/** A chip for each chosen value, with the state that removing it leads to. */
export function appliedChips(groups: readonly FacetChoices[], state: ListingState): Chip[] {
  return groups.flatMap(({ name, choices }) =>
    choices
      .filter(({ chosen }) => chosen)
      .map(({ value, label }) => ({
        facet: name,
        value,
        label: name === "size" ? `Size ${label}` : label,
        rest: without(state, name, value),
      })),
  );
}

// Sorts the standard values first. The sort is stable, so the other values keep their order.
function inOrder<T extends { value: string }>(
  values: readonly T[],
  usual: readonly { value: string }[],
): T[] {
  const rank = ({ value }: T) => {
    const at = usual.findIndex((one) => one.value === value);
    return at === -1 ? usual.length : at;
  };
  return values.toSorted((a, b) => rank(a) - rank(b));
}
