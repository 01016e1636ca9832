/** Codes and names of states or provinces. In countries that aren't listed, they are entered as free text. */
const lists: Readonly<Record<string, string>> = {
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`,
  CA: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`,
  AU: `ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia`,
};

export type State = { code: string; name: string };

const known = new Map<string, readonly State[]>();

/** A country's states with their codes; null if they are entered as free text. */
export function statesOf(country: string): readonly State[] | null {
  const list = lists[country];
  if (list === undefined) return null;
  let states = known.get(country);
  if (states === undefined) {
    states = list.split("|").map((entry) => {
      const [code = ""] = entry.split(" ", 1);
      return { code, name: entry.slice(code.length + 1) };
    });
    known.set(country, states);
  }
  return states;
}

/** Finds a state by its code or name, ignoring case; undefined if it is not in the list. */
export function findState(states: readonly State[], text: string): State | undefined {
  const typed = text.trim().toLowerCase();
  return states.find(
    ({ code, name }) => code.toLowerCase() === typed || name.toLowerCase() === typed,
  );
}

const keys = new Map<string, ReadonlyMap<string, string>>();

/** A key for comparing states: the code in lowercase if the state is in its country's list, else the text in lowercase. */
export function stateKey(country: string, text: string): string {
  const typed = text.trim().replaceAll(/\s+/g, " ").normalize("NFC").toLowerCase();
  const states = statesOf(country);
  if (states === null) return typed;
  let ofCountry = keys.get(country);
  if (ofCountry === undefined) {
    ofCountry = new Map(
      states.flatMap(({ code, name }) => {
        const key = code.toLowerCase();
        return [
          [key, key],
          [name.toLowerCase(), key],
        ];
      }),
    );
    keys.set(country, ofCountry);
  }
  return ofCountry.get(typed) ?? typed;
}
