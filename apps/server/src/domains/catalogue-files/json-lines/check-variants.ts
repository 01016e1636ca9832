import { planVariants } from "../../products/rules.ts";
import { quoted } from "../findings.ts";
import { noteRefusal } from "./check-words.ts";
import type { ErrorAt } from "./named.ts";
import type { ProductRecord } from "./product-records.ts";

/** Notes variants that do not fit their options or are alike, and levels of no location, or two of one. */
export function checkVariants(
  { options, variants }: ProductRecord,
  places: ReadonlySet<string>,
  currency: string,
  fault: ErrorAt,
): void {
  const kept = options.map(({ name, values }) => {
    return { name, values: values.map(({ value, swatch }) => ({ value, swatch: swatch ?? null })) };
  });
  // Their amounts and SKUs are looked at elsewhere.
  const added = variants.map((one) => ({ options: one.options, price: 0, stock: 0 }));
  noteRefusal(fault, () => planVariants(kept, added, currency));
  const slugs = new Set<string>();
  for (const [i, { slug, levels }] of variants.entries()) {
    if (slugs.has(slug))
      fault(`variants.${i}.slug`, `another variant is called ${quoted(slug)}, too`);
    slugs.add(slug);
    const at = new Set<string>();
    for (const { location } of levels) {
      if (!places.has(location))
        fault(`variants.${i}.levels`, `there is no location ${quoted(location)}`);
      if (at.has(location))
        fault(`variants.${i}.levels`, `${quoted(location)} is there twice: leave one of the two`);
      at.add(location);
    }
  }
}
