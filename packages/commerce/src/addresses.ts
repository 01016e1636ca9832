import { postalCodeError } from "./postal-codes.ts";

/** A country's address format: the labels of the fields, and which are required. */
export function addressRules(country: string) {
  const region = regionNames[country];
  return {
    region: { label: region ?? "State or region", required: region !== undefined },
    postalCode: {
      label: country === "US" ? "ZIP code" : "Postal code",
      required: !withoutPostalCode.has(country),
      digits: country === "US",
    },
  };
}

export type AddressParts = {
  country: string;
  region?: string | null | undefined;
  postalCode?: string | null | undefined;
};

/** The errors of an address by its country's rules, one sentence per field; empty if it is complete. */
export function addressErrors({ country, region, postalCode }: AddressParts) {
  const rules = addressRules(country);
  const errors: { path: "region" | "postalCode"; message: string }[] = [];
  if (rules.region.required && !region?.trim())
    errors.push({ path: "region", message: `Enter the ${rules.region.label.toLowerCase()}.` });
  const code = postalCode?.trim() ?? "";
  if (code === "" && rules.postalCode.required)
    errors.push({ path: "postalCode", message: missingPostalCode(country) });
  const misshapen = postalCodeFormError(country, code);
  if (misshapen !== undefined) errors.push({ path: "postalCode", message: misshapen });
  return errors;
}

export type PostalAddress = AddressParts & {
  name: string;
  address: string;
  address2?: string | null | undefined;
  city: string;
};

/** An address in its lines, as the country's mail writes it; `countryName` is the last. */
export function addressLines(parts: PostalAddress, countryName: string): string[] {
  const { name, address, address2 } = parts;
  return [name, address, address2 ?? "", ...placeLines(parts), countryName].filter(Boolean);
}

/** "Austin, TX 78701", "4050-262 Porto", and in Britain the code on a line of its own. */
function placeLines({ country, city, region, postalCode }: PostalAddress): string[] {
  const code = postalCode?.trim() ?? "";
  const state = region?.trim() ?? "";
  const withState = [city, state].filter(Boolean).join(", ");
  if (codeOnItsOwnLine.has(country)) return [withState, code];
  if (codeLast.has(country)) {
    const end = [state, code].filter(Boolean).join(" ");
    return [[city, end].filter(Boolean).join(", ")];
  }
  return [[code, withState].filter(Boolean).join(" ")];
}

const codeOnItsOwnLine: ReadonlySet<string> = new Set(["GB", "GG", "IM", "JE"]);
const codeLast: ReadonlySet<string> = new Set(
  "US CA AU NZ IN ID IE JP KR CN TW TH SG HK BR ZA PH VN PR".split(" "),
);

export function missingPostalCode(country: string): string {
  return `Enter the ${postalCodeName(country)}.`;
}

/** Why a postal code can't be one of the country; undefined if it can be, and for an empty one. */
export function postalCodeFormError(
  country: string,
  code: string | null | undefined,
): string | undefined {
  const written = code?.trim() ?? "";
  return written === "" ? undefined : postalCodeError(country, written, postalCodeName(country));
}

/** The label within a sentence: "ZIP code", "postal code". */
function postalCodeName(country: string): string {
  return addressRules(country).postalCode.label.replace("Postal", "postal");
}

/** Countries whose addresses require a state or province. */
const regionNames: Readonly<Record<string, string>> = {
  US: "State",
  CA: "Province",
  AU: "State",
  BR: "State",
  CN: "Province",
  IN: "State",
  JP: "Prefecture",
  MX: "State",
};

const withoutPostalCode = new Set(
  "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC LY ML MO MR MW NR NU QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VU YE ZW".split(
    " ",
  ),
);
