import { areLabelsTooLong, planVariants, tooLongLabelsText } from "../../products/rules.ts";
import { quoted } from "../findings.ts";
import { noteRefusal } from "./check-words.ts";
import type { ErrorAt } from "./named.ts";
import type { ProductRecord } from "./product-records.ts";

/** Reports variants that don't match the options or are duplicates, and levels at unknown or repeated locations. */
export function checkVariants(
  { options, variants }: ProductRecord,
  locations: ReadonlySet<string>,
  currency: string,
  addError: ErrorAt,
): void {
  const stored = options.map(({ name, values }) => {
    return { name, values: values.map(({ value, swatch }) => ({ value, swatch: swatch ?? null })) };
  });
  // planVariants() checks only the options here. Prices and SKUs are checked elsewhere.
  const added = variants.map((one) => ({ options: one.options, price: 0, stock: 0 }));
  noteRefusal(addError, () => planVariants(stored, added, currency));
  if (areLabelsTooLong(variants.flatMap(({ name, slug }) => [name, slug])))
    addError("variants", tooLongLabelsText);
  const slugs = new Set<string>();
  for (const [i, { slug, levels }] of variants.entries()) {
    if (slugs.has(slug))
      addError(`variants.${i}.slug`, `another variant has the slug ${quoted(slug)}`);
    slugs.add(slug);
    const at = new Set<string>();
    for (const { location } of levels) {
      if (!locations.has(location))
        addError(`variants.${i}.levels`, `there is no location ${quoted(location)}`);
      if (at.has(location))
        addError(
          `variants.${i}.levels`,
          `${quoted(location)} is listed twice: remove one of the two entries`,
        );
      at.add(location);
    }
  }
}
