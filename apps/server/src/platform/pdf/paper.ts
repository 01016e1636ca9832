// Where a sheet of paper is 8.5 by 11 inches.
const letterCountries = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE"]);

/** The paper people of a country print on. */
export function paperOf(country: string): "A4" | "LETTER" {
  return letterCountries.has(country) ? "LETTER" : "A4";
}
