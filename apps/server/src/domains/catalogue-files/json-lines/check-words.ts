import type { ValidationError } from "@vetrina/contract/errors";
import { ApiFailure } from "../../../platform/errors.ts";
import { newId } from "../../../platform/id.ts";
import { pace } from "../../../platform/pace.ts";
import { excessOf, sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import { changeFields } from "../../languages/change-fields.ts";
import { keptItems } from "../../menus/rules.ts";
import { textOf } from "../../policies/policy-rows.ts";
import type { ErrorAt } from "./named.ts";
import type { MenuItem, RecordOf } from "./records.ts";

/** Notes what the calls' own rules refuse of a translation; `words` are those that words can be of, or null for any. */
export function checkTranslation(
  { of, fields }: RecordOf<"translation">,
  words: ReadonlySet<string> | null,
  fault: ErrorAt,
): void {
  noteRefusal(fault, () => changeFields(of, {}, fields, words));
}

export function checkMenu({ items }: RecordOf<"menu">, fault: ErrorAt): void {
  const convert = (list: readonly MenuItem[]): Parameters<typeof keptItems>[0]["items"] =>
    list.map(({ label, href, collection, children }) => {
      const collectionId = collection === null ? null : newId();
      return { label, href, collectionId, children: convert(children) };
    });
  noteRefusal(fault, () => keptItems({ items: convert(items) }, newId));
}

export async function checkPolicy(
  { content, earlier }: RecordOf<"policy">,
  fault: ErrorAt,
): Promise<void> {
  noteRefusal(fault, () => textOf(content));
  for (const [i, wording] of earlier.entries()) {
    await pace();
    noteRefusal(
      (field, message) => fault(`earlier.${i}.${field}`, message),
      () => textOf(wording.content),
    );
  }
}

/** The schema counts what a product's texts have in the file; sanitized they may have more. */
export function checkRichTexts(
  { description, seoDescription }: RecordOf<"product">,
  fault: ErrorAt,
): void {
  for (const [field, text] of Object.entries({ description, seoDescription })) {
    const excess = excessOf(sanitizeRichText(text ?? ""), "product");
    if (excess !== null) fault(field, excess);
  }
}

/** What a rule of the calls' refuses is a fault of the field it names. */
export function noteRefusal(fault: ErrorAt, rule: () => unknown): void {
  try {
    rule();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    for (const { path, message } of errorsOf(error)) fault(path, message);
  }
}

export function errorsOf(refusal: ApiFailure | null | undefined): ValidationError[] {
  return (refusal?.details ?? []) as ValidationError[];
}
