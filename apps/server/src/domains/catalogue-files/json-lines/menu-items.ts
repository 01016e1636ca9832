import type { MenuItem } from "./records.ts";

/** The collections that menu items link to, at any level. */
export function linksOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ collection, children }) => [
    ...(collection === null ? [] : [collection]),
    ...linksOf(children),
  ]);
}

/** The items' own labels, at any level. */
export function labelsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ label, children }) => [
    ...(label === null ? [] : [label]),
    ...labelsOf(children),
  ]);
}
