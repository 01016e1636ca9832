import type { ValidationError } from "@vetrina/contract/errors";
import { ApiFailure } from "../../../platform/errors.ts";
import { newId } from "../../../platform/id.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { excessOf, sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import { changeFields } from "../../languages/change-fields.ts";
import { toStoredItems } from "../../menus/rules.ts";
import { textOf } from "../../policies/policy-rows.ts";
import type { ErrorAt } from "./named.ts";
import type { MenuItem, RecordOf } from "./records.ts";

/**
 * Reports what the API would reject in a translation. `words` contains the words that may be translated; null allows
 * any.
 */
export function checkTranslation(
  { of, fields }: RecordOf<"translation">,
  words: ReadonlySet<string> | null,
  addError: ErrorAt,
): void {
  noteRefusal(addError, () => changeFields(of, {}, fields, words));
}

export function checkMenu({ items }: RecordOf<"menu">, addError: ErrorAt): void {
  const convert = (list: readonly MenuItem[]): Parameters<typeof toStoredItems>[0]["items"] =>
    list.map(({ label, href, collection, children }) => {
      const collectionId = collection === null ? null : newId();
      return { label, href, collectionId, children: convert(children) };
    });
  noteRefusal(addError, () => toStoredItems({ items: convert(items) }, newId));
}

export async function checkPolicy(
  { content, earlier }: RecordOf<"policy">,
  addError: ErrorAt,
): Promise<void> {
  noteRefusal(addError, () => textOf(content));
  for (const [i, version] of earlier.entries()) {
    await pace();
    noteRefusal(
      (field, message) => addError(`earlier.${i}.${field}`, message),
      () => textOf(version.content),
    );
  }
}

/**
 * Checks the length of the sanitized texts, because the schema limits only the texts in the file, which may be shorter.
 */
export function checkRichTexts(
  { description, seoDescription }: RecordOf<"product">,
  addError: ErrorAt,
): void {
  for (const [field, text] of Object.entries({ description, seoDescription })) {
    const excess = excessOf(sanitizeRichText(text ?? ""), "product");
    if (excess !== null) addError(field, excess);
  }
}

/** Runs a check of the API and reports its validation errors under the fields they refer to. */
export function noteRefusal(addError: ErrorAt, rule: () => unknown): void {
  try {
    rule();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    for (const { path, message } of errorsOf(error)) addError(path, message);
  }
}

export function errorsOf(refusal: ApiFailure | null | undefined): ValidationError[] {
  return (refusal?.details ?? []) as ValidationError[];
}
