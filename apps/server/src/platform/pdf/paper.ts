// Countries that use letter paper (8.5 by 11 inches).
const letterCountries = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE"]);

/** The usual paper size of a country. */
export function paperOf(country: string): "A4" | "LETTER" {
  return letterCountries.has(country) ? "LETTER" : "A4";
}
