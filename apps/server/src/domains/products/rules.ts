/** Whether an option is the one that pictures and swatches go by. */
export function isColor(optionName: string): boolean {
  return /^colou?r$/i.test(optionName);
}

/** A size or color as it stands in a query: 'Off White' -> off-white. shop.facet_value() is its twin. */
export function facetValue(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replaceAll(/[\s,/]+/g, "-");
}
