/**
 * Columns for data that has no field in Shopify. They are metafields in our namespace, with lists as JSON and times as
 * ISO 8601 in UTC.
 */
export const metafields = {
  measurements: "Garment measurements (product.metafields.vetrina.garment_measurements)",
  bodyMeasurements: "Body measurements (product.metafields.vetrina.body_measurements)",
  composition: "Composition (product.metafields.vetrina.composition)",
  care: "Care (product.metafields.vetrina.care)",
  taxClass: "Tax class (product.metafields.vetrina.tax_class)",
  richText: "Own description (product.metafields.vetrina.own_description)",
  shownFrom: "Shown from (product.metafields.vetrina.shown_from)",
  exportedQuantity: "Quantity at export (variant.metafields.vetrina.exported_quantity)",
} as const;
