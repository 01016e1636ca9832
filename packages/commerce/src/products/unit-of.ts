const inchCountries: ReadonlySet<string> = new Set(["US", "LR", "MM"]);

/** The unit that people in a country usually measure themselves and their clothes in. */
export function unitOf(country: string): "cm" | "in" {
  return inchCountries.has(country) ? "in" : "cm";
}
