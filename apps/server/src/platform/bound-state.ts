import { beginning } from "@vetrina/contract/common";

/** As many characters of JSON as somebody may post as an entry's state. */
const maxStateLength = 20_000;
/** What is left of that for the names of fields that are left out. */
const maxKeptLength = 12_000;
const maxItems = 50;
const maxNameLength = 100;

/**
 * The state of a changed thing as an audit entry keeps it: a larger one keeps the fields that fit, of a list its first
 * items, and names the first fields that are not whole in `truncated`. Entries stay forever, so each has a bound.
 */
export function boundState(state: unknown): unknown {
  if (isWithin(state, maxStateLength)) return state;
  if (typeof state !== "object" || state === null || Array.isArray(state)) return { truncated: [] };
  let left = maxKeptLength;
  const kept: Record<string, unknown> = {};
  const truncated: string[] = [];
  for (const [name, value] of Object.entries(state)) {
    const short: unknown = Array.isArray(value) ? value.slice(0, maxItems) : value;
    const room = left - name.length;
    const fits = isWithin(short, room);
    if (fits) {
      kept[name] = short;
      left = room - lengthOf(short);
    }
    if (!fits || (Array.isArray(value) && value.length > maxItems))
      truncated.push(beginning(name, maxNameLength));
    if (truncated.length === maxItems) break;
  }
  return { ...kept, truncated };
}

function isWithin(value: unknown, max: number): boolean {
  return lengthOf(value) <= max;
}

function lengthOf(value: unknown): number {
  return (JSON.stringify(value) as string | undefined)?.length ?? 0;
}
