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

export type PostalAddress = AddressParts & {
  name: string;
  address: string;
  address2?: string | null | undefined;
  city: string;
};

/** The lines of an address in its country's postal format. The last line is `countryName`. */
export function addressLines(parts: PostalAddress, countryName: string): string[] {
  const { name, address, address2 } = parts;
  return [name, address, address2 ?? "", ...placeLines(parts), countryName].filter(Boolean);
}

/**
 * The lines with city, state and code: "Austin, TX 78701" or "4050-262 Porto". In the UK and its Crown dependencies,
 * the code is on a separate line.
 */
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

/** The country's name for its postal code, as written within a sentence: "ZIP code", "postal code". */
export function postalCodeName(country: string): string {
  return addressRules(country).postalCode.label.replace("Postal", "postal");
}

/** The names of the region field in countries whose addresses require a state or province. */
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
