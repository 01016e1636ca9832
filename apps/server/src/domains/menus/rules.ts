import { hrefBytes, htmlBytes } from "@vetrina/commerce/html-bytes";
import { collectionPath } from "@vetrina/commerce/shop-paths";
import { beginning } from "@vetrina/contract/common";
import type { ValidationError } from "@vetrina/contract/errors";
import type { MenuInput } from "@vetrina/contract/catalogue/menus";
import { ApiFailure } from "../../platform/errors.ts";

type Item = {
  id?: string | undefined;
  label?: string | null | undefined;
  href?: string | null | undefined;
  collectionId?: string | null | undefined;
  children?: Item[];
};
type StoredItem = {
  id: string;
  label: string | null;
  href: string | null;
  collectionId: string | null;
  children: StoredItem[];
};

/**
 * The maximum number of items. It is low because every page contains the menu twice: as HTML, and as data for
 * hydration.
 */
const maxItems = 100;
/** The maximum total length of all labels and addresses, in characters. */
const maxCharacters = 8000;
/** The maximum size of all labels and addresses in HTML, where one character can take several bytes. */
const maxBytes = 12_000;
/** Pages shorten a collection's name to this many characters. */
const maxLabelLength = 80;

/**
 * Returns the items as stored; items without an id get one from `newId`. Throws VALIDATION_FAILED for an item with two
 * targets or no name, a repeated id, more than 100 items, or labels and addresses that are too long together.
 */
export function toStoredItems({ items }: MenuInput, newId: () => string): StoredItem[] {
  const errors: ValidationError[] = [];
  const seen = new Set<string>();
  const convert = (list: readonly Item[], at: string): StoredItem[] =>
    list.map(
      ({ id = newId(), label = null, href = null, collectionId = null, children = [] }, i) => {
        const path = `${at}.${i}`;
        if (href !== null && collectionId !== null)
          errors.push({ path: `${path}.href`, message: "Set href or collectionId, not both." });
        if (label === null && collectionId === null)
          errors.push({
            path: `${path}.label`,
            message: "Set a label, or a collectionId to show the collection's name.",
          });
        if (seen.has(id))
          errors.push({
            path: `${path}.id`,
            message: "Another item has this id. Give each item its own id.",
          });
        seen.add(id);
        return { id, label, href, collectionId, children: convert(children, `${path}.children`) };
      },
    );
  const stored = convert(items, "items");
  if (seen.size > maxItems)
    errors.push({
      path: "items",
      message: `A menu can have at most ${maxItems} items across all levels. Remove some.`,
    });
  if (charactersOf(stored) > maxCharacters)
    errors.push({
      path: "items",
      message: "Use at most 8,000 characters in total for all labels and addresses.",
    });
  else if (bytesOf(stored) > maxBytes) errors.push(tooLarge);
  const [first] = errors;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
  return stored;
}

const tooLarge: ValidationError = {
  path: "items",
  message: `Use fewer items, or shorter labels and addresses. Together they may take at most ${maxBytes.toLocaleString("en-US")} bytes in HTML.`,
};

type Collection = { name: string; link: string };

/**
 * Throws VALIDATION_FAILED if the menu, with the current names and links of its collections, is too large for a page.
 * If a renamed or translated collection makes it too large later, pages leave out the items that don't fit.
 */
export function requireRoom(
  items: readonly StoredItem[],
  collections: ReadonlyMap<string, Collection>,
): void {
  if (bytesOf(items, collections) > maxBytes)
    throw new ApiFailure("VALIDATION_FAILED", `${tooLarge.path}: ${tooLarge.message}`, [tooLarge]);
}

function charactersOf(items: readonly StoredItem[]): number {
  return items.reduce(
    (sum, { label, href, children }) =>
      sum + (label?.length ?? 0) + (href?.length ?? 0) + charactersOf(children),
    0,
  );
}

function bytesOf(
  items: readonly StoredItem[],
  collections: ReadonlyMap<string, Collection> = new Map(),
): number {
  return items.reduce((sum, { label, href, collectionId, children }) => {
    const collection = collections.get(collectionId ?? "");
    const shown = label ?? beginning(collection?.name ?? "", maxLabelLength);
    const to = collection === undefined ? (href ?? "") : collectionPath(collection.link);
    return sum + htmlBytes(shown) + hrefBytes(to) + bytesOf(children, collections);
  }, 0);
}
