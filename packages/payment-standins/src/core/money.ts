/** ISO 4217 currencies whose minor unit isn't a hundredth. */
const exponents: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

export function exponentOf(currency: string): number {
  return exponents[currency] ?? 2;
}

/** Converts 1999 EUR to "19.99". */
export function toDecimal(
  minor: number,
  currency: string,
  exponent = exponentOf(currency),
): string {
  if (exponent === 0) return String(minor);
  const digits = String(Math.abs(minor)).padStart(exponent + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Converts "19.99" EUR to 1999; null if it isn't an amount, or has more decimals than the currency. */
export function fromDecimal(
  value: string,
  currency: string,
  exponent = exponentOf(currency),
): number | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(value);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  if (fraction.length > exponent) return null;
  const minor = Number(whole + fraction.padEnd(exponent, "0"));
  return sign === "-" ? -minor : minor;
}

/** A fee as providers charge it: a rate in basis points, rounded half up, plus a fixed amount; never above `minor`. */
export function feeOf(minor: number, basisPoints: number, fixedMinor: number): number {
  return Math.min(minor, Math.floor((minor * basisPoints + 5000) / 10_000) + fixedMinor);
}
