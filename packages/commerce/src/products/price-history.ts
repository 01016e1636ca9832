/** Countries of the European Economic Area (ISO 3166-1 alpha-2). */
const economicArea = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  ),
);

/**
 * Whether a store in this country must show the lowest price of the last 30 days next to a reduced price (98/6/EC,
 * article 6a).
 */
export function showsLowestPrice(country: string): boolean {
  return economicArea.has(country);
}
