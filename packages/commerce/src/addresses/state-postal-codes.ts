import { postalKey } from "../shipping/shipping-areas.ts";
import { findState, statesOf } from "./states.ts";

/**
 * The first characters of each state's postal codes, as ranges. A code near a border may be in the lists of two states.
 * Source: the postal services' own lists, as collected in Google's address metadata.
 */
const lists: Readonly<Record<string, string>> = {
  US: `AL 35-36|AK 995-999|AZ 85-86|AR 716-719 72|CA 90-95 960-961|CO 80-81|CT 06|DE 197-199|DC 200 202-205 569|FL 32-33 341-349|GA 30-31 398-399|HI 967-968|ID 832-838|IL 60-62|IN 46-47|IA 50-52|KS 66-67|KY 40-41 420-427|LA 70 710-715|ME 039 04|MD 206-209 21|MA 01 020-027 05501 05544|MI 48-49|MN 55 560-567|MS 386-397|MO 63-65|MT 59|NE 68-69|NV 889 89|NH 030-038|NJ 07-08|NM 87 880-884|NY 005 06390 10-14|NC 27-28|ND 58|OH 43-45|OK 73-74|OR 97|PA 15-18 190-196|RI 028-029|SC 29|SD 57|TN 37 380-385|TX 733 75-79 885|UT 84|VT 05|VA 201 22-23 240-246|WA 98 990-994|WV 247-249 25-26|WI 53-54|WY 82 830-831 83414|AS 96799|GU 969|MP 969|PR 006-007 009|VI 008|AA 340|AE 09|AP 962-966`,
  CA: `AB T|BC V|MB R|NB E|NL A|NT X0E X0G X1A|NS B|NU X0A-X0C|ON K-N P|PE C|QC G-H J K1A|SK S R8A|YT Y`,
  AU: `ACT 02 2540 260 2610-2618 2620 29|NSW 1 20-25 2611 2618-2619 262-269 27-28 2921-2999 3500 3585-3586 3644 3691 3707 4377 4380 4383 4385|NT 08-09|QLD 2406 4 9|SA 0872 5|TAS 7|VIC 2648 3 8|WA 0872 6`,
};

type Range = { from: string; to: string };

const known = new Map<string, ReadonlyMap<string, readonly Range[]>>();

/**
 * Whether a postal code can belong to a state. True if the country or state isn't in `lists`. If the code is shorter
 * than the prefixes in `lists`, only its own characters are compared.
 */
export function isPostalCodeOfState(country: string, state: string, code: string): boolean {
  const ranges = rangesOf(country)?.get(findState(statesOf(country) ?? [], state)?.code ?? "");
  const key = postalKey(code);
  return (
    ranges === undefined ||
    ranges.some(({ from, to }) => {
      const start = key.slice(0, from.length);
      return start >= from.slice(0, start.length) && start <= to.slice(0, start.length);
    })
  );
}

/** The names of the states that a postal code can belong to. Empty if `state` is one of them. */
export function otherStates(country: string, state: string, code: string): string[] {
  if (isPostalCodeOfState(country, state, code)) return [];
  return (statesOf(country) ?? [])
    .filter((other) => isPostalCodeOfState(country, other.code, code))
    .map(({ name }) => name);
}

function rangesOf(country: string): ReadonlyMap<string, readonly Range[]> | undefined {
  const list = lists[country];
  if (list === undefined) return undefined;
  let states = known.get(country);
  if (states === undefined) {
    states = new Map(
      list.split("|").map((entry) => {
        const [state = "", ...ranges] = entry.split(" ");
        return [state, ranges.map(rangeOf)];
      }),
    );
    known.set(country, states);
  }
  return states;
}

function rangeOf(text: string): Range {
  const [from = "", to = from] = text.split("-");
  return { from, to };
}
