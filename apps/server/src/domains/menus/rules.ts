import { hrefBytes, htmlBytes } from "@vetrina/commerce/html-bytes";
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

/** The maximum number of items. Every page contains the menu twice: as HTML, and as data for hydration. */
const maxItems = 100;
/** The maximum total length of all labels and addresses, in characters. */
const maxCharacters = 8000;
/** The maximum size of all labels and addresses in HTML, where characters take up to six bytes. */
const maxBytes = 12_000;

/**
 * Returns the items as stored; items without an id get one from `newId`. Throws VALIDATION_FAILED for an item with two
 * targets or no name, a repeated id, more than 100 items, or too many characters.
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
            message: "Set a label, or a collection whose name is shown.",
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
      message: `A menu can have at most ${maxItems} items across all levels.`,
    });
  if (charactersOf(stored) > maxCharacters)
    errors.push({
      path: "items",
      message: "Use at most 8,000 characters in all labels and addresses together.",
    });
  else if (bytesOf(stored) > maxBytes)
    errors.push({
      path: "items",
      message: `Use shorter labels and addresses. Together they may take at most ${maxBytes.toLocaleString("en-US")} bytes in HTML.`,
    });
  const [first] = errors;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
  return stored;
}

function charactersOf(items: readonly StoredItem[]): number {
  return items.reduce(
    (sum, { label, href, children }) =>
      sum + (label?.length ?? 0) + (href?.length ?? 0) + charactersOf(children),
    0,
  );
}

function bytesOf(items: readonly StoredItem[]): number {
  return items.reduce(
    (sum, { label, href, children }) =>
      sum + htmlBytes(label ?? "") + hrefBytes(href ?? "") + bytesOf(children),
    0,
  );
}
