const inchCountries: ReadonlySet<string> = new Set(["US", "LR", "MM"]);

/** The unit in which people in a country usually measure themselves and their clothes. */
export function unitOf(country: string): "cm" | "in" {
  return inchCountries.has(country) ? "in" : "cm";
}
