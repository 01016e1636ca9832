import type { MenuItem } from "./records.ts";

/** The collections that items of a menu lead to. */
export function linksOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ collection, children }) => [
    ...(collection === null ? [] : [collection]),
    ...linksOf(children),
  ]);
}

/** What items of a menu are called of their own, at any level. */
export function labelsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ label, children }) => [
    ...(label === null ? [] : [label]),
    ...labelsOf(children),
  ]);
}
