/** The digits of a search text; empty if the text can't be the start of a phone number. */
export function phoneDigits(search: string): string {
  return /^[+(\d][\d\s()./-]{2,}$/.test(search) ? search.replaceAll(/\D/g, "") : "";
}
