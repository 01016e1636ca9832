/** Letters that people confuse with digits. The order numbers that Vetrina assigns don't contain them. */
const misread: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0" };

export const malformedOrderNumber =
  "Enter the order number from your confirmation email: eight letters and digits, like 7K3M-9QXZ.";

/**
 * The order number in typed or pasted text: "#7k3m 9qxz" is 7K3M-9QXZ. Case, spaces and hyphens don't matter. null if
 * the text can't be an order number that Vetrina assigned.
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
