import { postalKey } from "../shipping/shipping-areas.ts";

export const euMembers: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** The prefix of VAT IDs from Northern Ireland, which belongs to the EU's VAT area for goods. */
const northernIreland = "XI";

/**
 * Places that have postal codes of an EU member state but are outside the EU's VAT area, such as those in article 6 of
 * the VAT directive. `postalCode` is the prefix of their postal codes.
 */
export const outsideVatArea: readonly { country: string; name: string; postalCode: string }[] = [
  { country: "DE", name: "Büsingen", postalCode: "78266" },
  { country: "DE", name: "Heligoland", postalCode: "27498" },
  { country: "ES", name: "Las Palmas", postalCode: "35" },
  { country: "ES", name: "Santa Cruz de Tenerife", postalCode: "38" },
  { country: "ES", name: "Ceuta", postalCode: "51" },
  { country: "ES", name: "Melilla", postalCode: "52" },
  { country: "FI", name: "Åland", postalCode: "22" },
  { country: "FR", name: "Overseas departments", postalCode: "97" },
  { country: "FR", name: "Wallis and Futuna", postalCode: "986" },
  { country: "FR", name: "French Polynesia", postalCode: "987" },
  { country: "FR", name: "New Caledonia", postalCode: "988" },
  { country: "GR", name: "Mount Athos", postalCode: "63086" },
  { country: "IT", name: "Livigno", postalCode: "23041" },
  { country: "IT", name: "Campione d'Italia", postalCode: "22061" },
];

/** How many of a postal code's first characters are needed to find its VAT area; 0 if the country alone decides. */
export function vatAreaDigits(country: string): number {
  if (country === "GB") return northernIreland.length;
  const parts = outsideVatArea.filter((area) => area.country === country);
  return Math.max(0, ...parts.map(({ postalCode }) => postalCode.length));
}

/**
 * Whether duties or import tax may be due on goods from a store's country. If the store is in the EU's VAT area, this
 * is true for destinations outside the area. Otherwise it is true for every country but the store's own.
 */
export function crossesCustoms(store: string, country: string, postalCode: string): boolean {
  const isInArea = vatAreaOf({ country: store, postalCode: "" }) !== null;
  return isInArea ? vatAreaOf({ country, postalCode }) === null : country !== store;
}

/**
 * The EU country whose VAT area a destination is in, or XI for Northern Ireland; null if it is in none. Without a
 * postal code, the country alone decides. Monaco is treated as France.
 */
export function vatAreaOf({
  country,
  postalCode,
}: {
  country: string;
  postalCode: string;
}): string | null {
  const code = postalKey(postalCode);
  if (country === "GB") return code.startsWith("BT") ? northernIreland : null;
  if (country === "MC") return "FR";
  if (!euMembers.has(country)) return null;
  const isOutside = outsideVatArea.some(
    (area) => area.country === country && code.startsWith(area.postalCode),
  );
  return isOutside ? null : country;
}
