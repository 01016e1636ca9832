import { postalKey } from "../shipping/shipping-areas.ts";

/**
 * Examples of a country's postal codes: one for each form, with the usual form first. The other forms are shorter,
 * longer or older forms that are still in use. Sources: the Universal Postal Union and CLDR; where CLDR is outdated
 * (KR, RS, IL), the country's postal service. Countries that are not listed accept any postal code.
 */
export const postalCodeExamples: Readonly<Record<string, string>> = {
  AD: "AD500",
  AL: "1001",
  AM: "0010|375010",
  AR: "C1070AAM|1070",
  AS: "96799|96799-1234",
  AT: "1010",
  AU: "2000",
  AX: "22100",
  AZ: "1000|AZ1000",
  BA: "71000",
  BD: "1000",
  BE: "1000",
  BG: "1000",
  BL: "97133",
  BN: "BT2328",
  BR: "01310-100",
  BY: "220030",
  CA: "K1A 0B1",
  CH: "8001",
  CL: "8320000",
  CN: "100006",
  CR: "10101",
  CY: "1010",
  CZ: "110 00",
  DE: "10115",
  DK: "1050",
  DO: "10101",
  DZ: "16000",
  EC: "170150",
  EE: "10111",
  ES: "28013",
  FI: "00100",
  FM: "96941|96941-1234",
  FO: "100",
  FR: "75001",
  GB: "SW1A 1AA|W1A 0AX|M1 1AE|B33 8TH|CR2 6XH|DN55 1PT|GIR 0AA",
  GE: "0105",
  GF: "97300",
  GG: "GY1 1AA|GY10 1AA",
  GI: "GX11 1AA",
  GL: "3900",
  GP: "97100",
  GR: "105 57",
  GT: "01001",
  GU: "96910|96910-1234",
  HR: "10000",
  HU: "1011",
  ID: "10110",
  IL: "9414101|94141",
  IM: "IM1 1AA|IM99 1AA",
  IN: "110001",
  IS: "101",
  IT: "20144",
  JE: "JE1 1AA|JE99 1AA",
  JO: "11118",
  JP: "100-0001",
  KE: "00100",
  KR: "04524",
  KW: "13001",
  LI: "9490",
  LK: "00100",
  LT: "01100|LT-01100",
  LU: "1009|L-1009",
  LV: "LV-1010|1010",
  MA: "20000",
  MC: "98000",
  MD: "2001|MD-2001",
  ME: "81000",
  MF: "97150",
  MH: "96960|96960-1234",
  MK: "1000",
  MP: "96950|96950-1234",
  MQ: "97200",
  MT: "VLT 1117",
  MX: "06000",
  MY: "50000",
  NC: "98800",
  NL: "1012 AB",
  NO: "0150",
  NP: "44600",
  NZ: "6011",
  PF: "98714",
  PH: "1000",
  PK: "44000",
  PL: "00-001",
  PM: "97500",
  PR: "00901|00901-1234",
  PT: "1000-001",
  PW: "96940|96940-1234",
  RE: "97400",
  RO: "010011",
  RS: "11000|110104",
  RU: "101000",
  SA: "12211|12211-1234",
  SE: "111 22",
  SG: "018956",
  SI: "1000",
  SJ: "9170",
  SK: "811 01",
  SM: "47890",
  TH: "10100",
  TN: "1000",
  TR: "34000",
  TW: "100|10058|100058",
  UA: "01001",
  US: "78701|78701-1234",
  UY: "11000",
  UZ: "100000",
  VA: "00120",
  VI: "00802|00802-1234",
  VN: "10000|100000",
  WF: "98600",
  XK: "10000",
  YT: "97600",
  ZA: "2000",
};

/**
 * Returns an error with an example if a postal code matches none of its country's forms. Returns undefined if it
 * matches one, or if the country's forms aren't known. Ignores spaces, hyphens and case. `label` is what the country
 * calls the code.
 */
export function postalCodeError(
  country: string,
  code: string,
  label = "postal code",
): string | undefined {
  const known = postalCodeExamples[country]?.split("|") ?? [];
  const [usual] = known;
  const form = formOf(code);
  if (usual === undefined || known.some((one) => formOf(one) === form)) return undefined;
  const digits = /^9+$/.test(formOf(usual)) ? ` with ${formOf(usual).length} digits,` : "";
  return `Enter a ${label}${digits} like ${usual}.`;
}

/** An example of a country's usual postal codes; undefined if the country's forms aren't known. */
export function postalCodeExample(country: string): string | undefined {
  return postalCodeExamples[country]?.split("|")[0];
}

/** A postal code as its country writes it: "M5H 1J9" for "m5h1j9". Unchanged if it matches none of the known forms. */
export function writtenPostalCode(country: string, code: string): string {
  const form = formOf(code);
  const example = postalCodeExamples[country]?.split("|").find((one) => formOf(one) === form);
  if (example === undefined) return code;
  const characters = postalKey(code)[Symbol.iterator]();
  return example.replaceAll(/[A-Z\d]/g, () => characters.next().value ?? "");
}

/** The form of a code: each digit becomes a 9 and each letter an A. */
function formOf(code: string): string {
  return postalKey(code).replaceAll(/\d/g, "9").replaceAll(/[A-Z]/g, "A");
}
