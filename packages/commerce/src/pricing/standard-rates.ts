import { euMembers, outsideVatArea } from "./vat-area.ts";

/**
 * Standard rates in basis points, as of November 2026. Members of the EU: European Commission, Taxes in Europe
 * Database (TEDB). GB: HM Revenue & Customs. CH, LI: Swiss Federal Tax Administration. NO: Skatteetaten. IS:
 * Skatturinn. JP: National Tax Agency. AU: Australian Taxation Office. NZ: Inland Revenue. KR: National Tax Service.
 * SG: Inland Revenue Authority. ZA: South African Revenue Service.
 */
const standardRates: Readonly<Record<string, { name: string; basisPoints: number }>> = {
  AT: { name: "USt.", basisPoints: 2_000 },
  BE: { name: "TVA/btw", basisPoints: 2_100 },
  BG: { name: "ДДС", basisPoints: 2_000 },
  CY: { name: "ΦΠΑ", basisPoints: 1_900 },
  CZ: { name: "DPH", basisPoints: 2_100 },
  DE: { name: "MwSt.", basisPoints: 1_900 },
  DK: { name: "Moms", basisPoints: 2_500 },
  EE: { name: "Käibemaks", basisPoints: 2_400 },
  ES: { name: "IVA", basisPoints: 2_100 },
  FI: { name: "ALV", basisPoints: 2_550 },
  FR: { name: "TVA", basisPoints: 2_000 },
  GR: { name: "ΦΠΑ", basisPoints: 2_400 },
  HR: { name: "PDV", basisPoints: 2_500 },
  HU: { name: "ÁFA", basisPoints: 2_700 },
  IE: { name: "VAT", basisPoints: 2_300 },
  IT: { name: "IVA", basisPoints: 2_200 },
  LT: { name: "PVM", basisPoints: 2_100 },
  LU: { name: "TVA", basisPoints: 1_700 },
  LV: { name: "PVN", basisPoints: 2_100 },
  MT: { name: "VAT", basisPoints: 1_800 },
  NL: { name: "Btw", basisPoints: 2_100 },
  PL: { name: "VAT", basisPoints: 2_300 },
  PT: { name: "IVA", basisPoints: 2_300 },
  RO: { name: "TVA", basisPoints: 2_100 },
  SE: { name: "Moms", basisPoints: 2_500 },
  SI: { name: "DDV", basisPoints: 2_200 },
  SK: { name: "DPH", basisPoints: 2_300 },
  AU: { name: "GST", basisPoints: 1_000 },
  CH: { name: "MWST", basisPoints: 810 },
  GB: { name: "VAT", basisPoints: 2_000 },
  IS: { name: "VSK", basisPoints: 2_400 },
  JP: { name: "消費税", basisPoints: 1_000 },
  KR: { name: "부가세", basisPoints: 1_000 },
  LI: { name: "MWST", basisPoints: 810 },
  NO: { name: "MVA", basisPoints: 2_500 },
  NZ: { name: "GST", basisPoints: 1_500 },
  SG: { name: "GST", basisPoints: 900 },
  ZA: { name: "VAT", basisPoints: 1_500 },
};

/**
 * A tax rate of the standard class that is always in force. If the country is empty, it applies to all destinations.
 */
export type FirstRate = {
  name: string;
  country: string;
  postalFrom: string;
  postalTo: string;
  basisPoints: number;
};

/** The tax settings and rates of a new store. */
export type FirstTax = { isIncluded: boolean; isShippingTaxed: boolean; rates: FirstRate[] };

/** Tax settings with a single rate for all destinations, which is added to prices. */
export function generalTax(basisPoints: number): FirstTax {
  const everywhere = { country: "", postalFrom: "", postalTo: "" };
  return {
    isIncluded: false,
    isShippingTaxed: false,
    rates: [{ name: "Tax", ...everywhere, basisPoints }],
  };
}

/**
 * The tax settings and rates of a new store in a country. In the US: 8 percent, as the project's specification
 * requires, added to prices. In countries with a known standard rate: that rate, included in product and shipping
 * prices, and 0 percent in the country's places outside the VAT area. Elsewhere: no rate.
 */
export function firstTaxOf(country: string): FirstTax {
  if (country === "US")
    return {
      isIncluded: false,
      isShippingTaxed: false,
      rates: [{ name: "Sales tax", country, postalFrom: "", postalTo: "", basisPoints: 800 }],
    };
  const standard = standardRates[country];
  const rates =
    standard === undefined ? [] : [{ ...standard, country, postalFrom: "", postalTo: "" }];
  const untaxed = outsideVatArea.filter(
    (area) => euMembers.has(country) && area.country === country,
  );
  return {
    isIncluded: true,
    isShippingTaxed: true,
    rates: [
      ...rates,
      ...untaxed.map(({ name, postalCode }) => ({
        name,
        country,
        postalFrom: postalCode,
        postalTo: postalCode,
        basisPoints: 0,
      })),
    ],
  };
}
