import type { MenuItem } from "./records.ts";

/** Returns the links of collections that menu items refer to, at any level. */
export function linksOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ collection, children }) => [
    ...(collection === null ? [] : [collection]),
    ...linksOf(children),
  ]);
}

/** Returns the menu items' own labels, at any level. Items without one are left out. */
export function labelsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ label, children }) => [
    ...(label === null ? [] : [label]),
    ...labelsOf(children),
  ]);
}
