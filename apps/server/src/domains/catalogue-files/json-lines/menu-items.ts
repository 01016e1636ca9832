import type { MenuItem } from "./records.ts";

/** Returns the links of collections that menu items refer to, at any level. */
export function linksOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ collection, children }) => [
    ...(collection === null ? [] : [collection]),
    ...linksOf(children),
  ]);
}

/** Returns the labels of menu items that have their own, at any level. */
export function labelsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ label, children }) => [
    ...(label === null ? [] : [label]),
    ...labelsOf(children),
  ]);
}
