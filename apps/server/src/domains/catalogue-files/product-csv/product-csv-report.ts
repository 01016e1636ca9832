import { beginning } from "@vetrina/contract/common";
import { formatMinor } from "@vetrina/commerce/money";
import type { PlannedProduct } from "../products/plan-products.ts";
import type { ImportResult } from "../import-at-once.ts";
import { type About, countsLine, type Details, many } from "../report.ts";

const maxText = 60;

/** Returns the part of an import's report about products. */
export function productDetails(
  result: ImportResult<PlannedProduct>,
  store: About["store"],
): Details {
  const { rows, planned } = result;
  const variants = planned.reduce((sum, product) => sum + product.variants.length, 0);
  return {
    summary: [
      `  ${many(rows, "row")}, ${many(planned.length, "product")}, ${many(variants, "variant")}`,
      countsLine(result),
    ],
    changes: planned.flatMap((product) => productLines(product, store)),
    notes: stockLines(planned),
    pictures: pictureLines(result),
  };
}

function productLines(product: PlannedProduct, store: About["store"]): string[] {
  const { action, link, row, variants, images, changes } = product;
  if (action === "unchanged") return [];
  if (action === "create")
    return [
      `  + ${link} (row ${row}): ${many(variants.length, "variant")}, ${many(images?.length ?? 0, "picture")}`,
    ];
  return [
    `  ~ ${link} (row ${row})`,
    ...changes.map(
      ({ field, from, to }) =>
        `      ${field}: ${show(field, from, store)} -> ${show(field, to, store)}`,
    ),
  ];
}

function show(field: string, value: unknown, store: About["store"]): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "number" && /(?:price|regularPrice|new)$/.test(field))
    return formatMinor(value, store.currency, store.locale);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxText ? `${beginning(text, maxText)}…` : text;
}

function stockLines(products: readonly PlannedProduct[]): string[] {
  const set = products
    .flatMap(({ variants }) => variants)
    .filter(({ setOnHand, changes }) => setOnHand !== null && changes.length > 0).length;
  return set === 0
    ? []
    : [
        `  stock of ${many(set, "variant")} set from the file (a later import sets it again only if the file's quantity differs)`,
      ];
}

function pictureLines({ pictures, outcome }: ImportResult): string[] {
  const { known, fetched, toFetch, missing } = pictures;
  if (known + toFetch === 0) return [];
  if (outcome === "planned") return [`  pictures: ${known} already stored, ${toFetch} to download`];
  return [
    `  pictures: ${known} already stored, ${fetched} downloaded, ${missing.length} failed`,
    ...(missing.length === 0 ? [] : ["  Failed downloads (a later import tries them again):"]),
    ...missing.map(({ row, url, reason }) => `    row ${row}: ${url} (${reason})`),
  ];
}
