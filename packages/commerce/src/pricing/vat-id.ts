import { isCheckedByCountry } from "./vat-id-checks.ts";

/**
 * A VAT ID in its usual form, IT00743110157. `country` is the ISO code of the country that issued it; XI is Northern
 * Ireland.
 */
export type VatId = { vatId: string; country: string };

/** The forms of VAT IDs by prefix. Greece's prefix is EL. Each pattern limits the length. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA|TPV)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-W][A-I]?$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^[1-9]\d{1,9}$/,
  SE: /^\d{12}$/,
  SI: /^[1-9]\d{7}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
};

export type VatIdCheck = { ok: true; vatId: VatId } | { ok: false; message: string };

/**
 * Checks the form of a VAT ID and, where its country defines one, the check digit. Ignores spaces, dots, hyphens,
 * slashes and case. Doesn't check whether the VAT ID is registered.
 */
export function checkVatId(text: string): VatIdCheck {
  const typed = text.toUpperCase().replaceAll(/[\s.\-/]/g, "");
  const prefix = typed.startsWith("GR") ? "EL" : typed.slice(0, 2);
  const number = typed.slice(2);
  const form = forms[prefix];
  if (form === undefined)
    return {
      ok: false,
      message: "Begin the VAT ID with the two letters of its country, as in IT00743110157.",
    };
  if (!form.test(number) || !isCheckedByCountry(prefix, number))
    return {
      ok: false,
      message: `This isn't a valid VAT ID for ${prefix}. Check its letters and digits.`,
    };
  return { ok: true, vatId: { vatId: prefix + number, country: prefix === "EL" ? "GR" : prefix } };
}
