// The check digits that countries have published for their VAT IDs. Personal numbers, which some countries also use as
// VAT IDs, follow other rules. Except in Spain, only their form is checked.

const checks: Readonly<Record<string, (id: string) => boolean>> = {
  AT: (id) => {
    const digits = digitsOf(id.slice(1));
    const sum = digits.slice(0, 7).reduce((all, d, i) => all + (i % 2 === 0 ? d : doubled(d)), 0);
    return digits[7] === (96 - sum) % 10;
  },
  BE: (id) => Number(id.slice(8)) === 97 - (Number(id.slice(0, 8)) % 97),
  BG: (id) => id.length !== 9 || isBulgarian(id),
  CH: (id) => checkOf(id.slice(1), [5, 4, 3, 2, 7, 6, 5, 4]) === Number(id[9]),
  CY: (id) => {
    const worth = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
    const sum = digitsOf(id.slice(0, 8)).reduce(
      (all, d, i) => all + (i % 2 === 0 ? (worth[d] ?? 0) : d),
      0,
    );
    return id.codePointAt(8) === 65 + (sum % 26);
  },
  CZ: (id) => id.length !== 8 || (checkOf(id, [8, 7, 6, 5, 4, 3, 2]) || 1) % 10 === Number(id[7]),
  DE: isMod11And10,
  DK: (id) => weighted(id, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (id) => weighted(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (id) => (weighted(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(id[8]),
  ES: isSpanish,
  FI: (id) => weighted(id, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  FR: (id) => {
    const company = id.slice(2);
    // Keys (the first two characters) with a letter follow newer rules that were never published, so they aren't
    // checked.
    const isKey = !/^\d{2}/.test(id) || Number(`${company}12`) % 97 === Number(id.slice(0, 2));
    return isKey && (company.startsWith("000") || isLuhn(company));
  },
  GB: isBritish,
  HR: isMod11And10,
  HU: (id) => weighted(id, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: isIrish,
  IT: isLuhn,
  LT: isLithuanian,
  LU: (id) => Number(id.slice(0, 6)) % 89 === Number(id.slice(6)),
  LV: (id) => Number(id[0]) <= 3 || weighted(id, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3,
  MT: (id) => weighted(id, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  NL: (id) => {
    const sum = weighted(id, [9, 8, 7, 6, 5, 4, 3, 2]) - Number(id[8]);
    return sum % 11 === 0 || remainderOfLetters(`NL${id}`) === 1;
  },
  NO: (id) => checkOf(id, [3, 2, 7, 6, 5, 4, 3, 2]) === Number(id[8]),
  PL: (id) => weighted(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(id[9]),
  PT: (id) => checkOf(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 10 === Number(id[8]),
  RO: (id) => {
    const padded = id.padStart(10, "0");
    const sum = weighted(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]);
    return ((10 * sum) % 11) % 10 === Number(padded[9]);
  },
  SE: (id) => isLuhn(id.slice(0, 10)),
  SI: (id) => checkOf(id, [8, 7, 6, 5, 4, 3, 2]) % 10 === Number(id[7]),
  SK: (id) => Number(id) % 11 === 0,
  XI: isBritish,
};

/** Whether the check digit of a well-formed number is right. True for countries without check digits. */
export function isCheckedByCountry(prefix: string, number: string): boolean {
  return checks[prefix]?.(number) ?? true;
}

function isBulgarian(id: string): boolean {
  const first = weighted(id, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const second = weighted(id, [3, 4, 5, 6, 7, 8, 9, 10]) % 11;
  return (first === 10 ? second % 10 : first) === Number(id[8]);
}

/**
 * Whether the check digits are right. Numbers of government departments and health authorities start with a letter and
 * have none.
 */
function isBritish(id: string): boolean {
  if (!/^\d/.test(id)) return true;
  const sum = weighted(id, [8, 7, 6, 5, 4, 3, 2]) + Number(id.slice(7, 9));
  return sum % 97 === 0 || sum % 97 === 42;
}

function isIrish(id: string): boolean {
  // In the old form, the second character is not a digit, and the first character is counted last.
  const digits = /^\d{7}/.test(id) ? id : `0${id.slice(2, 7)}${id[0]}${id.slice(7)}`;
  const second = digits[8] === undefined ? 0 : digits.charCodeAt(8) - 64;
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second;
  return "WABCDEFGHIJKLMNOPQRSTUV"[sum % 23] === digits[7];
}

function isLithuanian(id: string): boolean {
  const digits = digitsOf(id.slice(0, -1));
  const sumFrom = (start: number) =>
    digits.reduce((all, d, i) => all + (1 + ((i + start) % 9)) * d, 0) % 11;
  const first = sumFrom(0);
  return (first === 10 ? sumFrom(2) % 10 : first) === Number(id.at(-1));
}

/**
 * Whether the check digit or letter is right. A citizen's id starts with a digit, a foreign resident's with X, Y or Z,
 * and a company's with another letter.
 */
function isSpanish(id: string): boolean {
  const foreigner = "XYZ".indexOf(id.slice(0, 1));
  if (/^\d/.test(id) || foreigner >= 0) {
    const number = foreigner >= 0 ? `${foreigner}${id.slice(1, 8)}` : id.slice(0, 8);
    return "TRWAGMYFPDXBNJZSQVHLCKE"[Number(number) % 23] === id[8];
  }
  // Ids that start with K, L or M are for citizens without an identity card. Their check letters aren't verified.
  if ("KLM".includes(id.slice(0, 1))) return /[A-Z]$/.test(id);
  if (!"ABCDEFGHJNPQRSUVW".includes(id.slice(0, 1))) return false;
  const check = (10 - (luhnSum(`${id.slice(1, 8)}0`) % 10)) % 10;
  return id[8] === String(check) || id[8] === "JABCDEFGHI"[check];
}

function digitsOf(text: string): number[] {
  return Array.from(text, Number);
}

/** The sum of the first digits, each multiplied by its weight. */
function weighted(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0);
}

/** The number from 0 to 10 that, added to the weighted sum, gives a multiple of 11. */
function checkOf(text: string, weights: readonly number[]): number {
  return (11 - (weighted(text, weights) % 11)) % 11;
}

function doubled(digit: number): number {
  return digit > 4 ? 2 * digit - 9 : 2 * digit;
}

function luhnSum(text: string): number {
  const last = text.length - 1;
  return digitsOf(text).reduce((sum, d, i) => sum + ((last - i) % 2 === 0 ? d : doubled(d)), 0);
}

function isLuhn(text: string): boolean {
  return luhnSum(text) % 10 === 0;
}

/** Whether the check digit is right according to ISO 7064, modulus 11 and 10. */
function isMod11And10(text: string): boolean {
  const digits = digitsOf(text);
  const last = digits.pop();
  const product = digits.reduce((rest, d) => (2 * ((rest + d) % 10 || 10)) % 11, 10);
  return (11 - product) % 10 === last;
}

/** The remainder according to ISO 7064, modulus 97, with each letter written as two digits. */
function remainderOfLetters(text: string): number {
  const digits = Array.from(text, (character) => String(Number.parseInt(character, 36))).join("");
  return Number(BigInt(digits) % 97n);
}
