/** What people make of the letters that order numbers leave out, because they look like digits. */
const misread: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0" };

/**
 * The order number in what somebody typed or pasted: "#7k3m 9qxz" is 7K3M-9QXZ. null where it can't be one: eight letters
 * and digits, of any case, with any spaces and hyphens between them.
 */
export function orderNumberIn(text: string): string | null {
  const letters = text
    .replaceAll(/[\s#\p{Pd}\u2212]/gu, "")
    .toUpperCase()
    .replaceAll(/[ILO]/g, (letter) => misread[letter] ?? letter);
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(letters)
    ? `${letters.slice(0, 4)}-${letters.slice(4)}`
    : null;
}
