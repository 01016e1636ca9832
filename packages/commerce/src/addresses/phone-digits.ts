/** The digits of a search text that may be the start of a phone number; empty if it can't be one. */
export function phoneDigits(search: string): string {
  return /^[+(\d][\d\s()./-]{2,}$/.test(search) ? search.replaceAll(/\D/g, "") : "";
}
