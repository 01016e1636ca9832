import type { ValidationError } from "@vetrina/contract/errors";
import type { MenuInput } from "@vetrina/contract/menus";
import { ApiFailure } from "../../platform/errors.ts";

type Item = {
  id?: string | undefined;
  label?: string | null | undefined;
  href?: string | null | undefined;
  collectionId?: string | null | undefined;
  children?: Item[];
};
type Kept = {
  id: string;
  label: string | null;
  href: string | null;
  collectionId: string | null;
  children: Kept[];
};

/** Every page of the store shows all items of its menus, and carries them once more for the browser. */
const maxItems = 100;
/** Of labels and addresses together. */
const maxCharacters = 8000;

/**
 * The items as they are kept, new ones with an id of `newId`. Throws VALIDATION_FAILED for one that leads to two places or has no name,
 * an id that stands twice, and more than 100 or too long ones in all.
 */
export function keptItems({ items }: MenuInput, newId: () => string): Kept[] {
  const faults: ValidationError[] = [];
  const seen = new Set<string>();
  const keep = (list: readonly Item[], at: string): Kept[] =>
    list.map(
      ({ id = newId(), label = null, href = null, collectionId = null, children = [] }, i) => {
        const path = `${at}.${i}`;
        if (href !== null && collectionId !== null)
          faults.push({ path: `${path}.href`, message: "Name either href or collectionId." });
        if (label === null && collectionId === null)
          faults.push({
            path: `${path}.label`,
            message: "Write a label, or name a collection to have its name.",
          });
        if (seen.has(id)) faults.push({ path: `${path}.id`, message: "Another item has this id." });
        seen.add(id);
        return { id, label, href, collectionId, children: keep(children, `${path}.children`) };
      },
    );
  const kept = keep(items, "items");
  if (seen.size > maxItems)
    faults.push({ path: "items", message: `A menu has at most ${maxItems} items in all.` });
  if (charactersOf(kept) > maxCharacters)
    faults.push({
      path: "items",
      message: "Use at most 8,000 characters in all labels and addresses together.",
    });
  const [first] = faults;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, faults);
  return kept;
}

function charactersOf(items: readonly Kept[]): number {
  return items.reduce(
    (sum, { label, href, children }) =>
      sum + (label?.length ?? 0) + (href?.length ?? 0) + charactersOf(children),
    0,
  );
}
