/** Validates the card numbers, expiry dates and security codes that are typed into the stand-ins' fields. */

const brands = [
  ["visa", "Visa", /^4/],
  ["mastercard", "Mastercard", /^(?:5[1-5]|2[2-7])/],
  ["amex", "American Express", /^3[47]/],
  ["discover", "Discover", /^6(?:011|5)/],
];

export function digitsOf(text) {
  return text.replaceAll(/\D/g, "");
}

export function brandOf(number) {
  const [type, niceType] = brands.find(([, , pattern]) => pattern.test(number)) ?? [
    "unknown",
    "Card",
  ];
  return { type, niceType };
}

/** Whether a card number has a possible length and the right check digit. */
export function isCardNumber(text) {
  const digits = digitsOf(text);
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = digits
    .split("")
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

/** Parses "12/30" or "12 / 2030" to { month: 12, year: 2030 }; null if the date is invalid or has passed. */
export function expiryOf(text) {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text);
  if (match === null) return null;
  const month = Number(match[1]);
  const year = match[2].length === 2 ? 2000 + Number(match[2]) : Number(match[2]);
  const isPast = new Date(year, month, 1) <= new Date();
  return month < 1 || month > 12 || isPast ? null : { month, year };
}

export function isSecurityCode(text) {
  return /^\d{3,4}$/.test(text.trim());
}
