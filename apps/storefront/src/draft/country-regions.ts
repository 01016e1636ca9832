import type { SelectOption } from "@vetrina/ui/select";

/** Codes and names of the states or provinces that addresses are not complete without. */
const regions: Readonly<Record<string, string>> = {
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`,
  CA: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`,
  AU: `ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia`,
};

/**
 * The list of a country's states, and which of them `region` is, by code or name. null where people write it themselves.
 * What an older address says stays among the choices.
 */
export function regionChoices(
  country: string,
  region: string,
  label: string,
): { value: string; options: SelectOption[] } | null {
  const list = regions[country];
  if (list === undefined) return null;
  const options = list.split("|").map((entry) => {
    const [code = ""] = entry.split(" ", 1);
    return { value: code, label: entry.slice(code.length + 1) };
  });
  const typed = region.trim().toLowerCase();
  const known = options.find(
    (one) => one.value.toLowerCase() === typed || one.label.toLowerCase() === typed,
  );
  const own = typed === "" || known ? [] : [{ value: region, label: region }];
  return {
    value: known?.value ?? region,
    options: [
      { value: "", label: `Choose a ${label.toLowerCase()}`, disabled: true },
      ...own,
      ...options,
    ],
  };
}
