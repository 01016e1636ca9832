import { isDeepStrictEqual } from "node:util";
import { beginning } from "@vetrina/contract/common";

/** A state of up to this many JSON characters is stored in full. Entries that callers post have the same limit. */
const maxStateLength = 20_000;
/**
 * Maximum number of JSON characters stored for a larger state. The rest is reserved for the names of omitted fields.
 */
const maxStoredLength = 12_000;
const maxItems = 50;
const maxNameLength = 100;
/** A longer field (in JSON characters) is left out of both states if the change left it as it was. */
const maxUnchangedLength = 200;

type States = { before?: unknown; after?: unknown };

/**
 * The states of a change without their long fields that are equal. Otherwise a change of one word, which counts as
 * little as its body, would store all texts of the entity twice.
 */
export function changedStates({ before, after }: States): States {
  if (!isRecord(before) || !isRecord(after)) return { before, after };
  const isUnchanged = (name: string) =>
    Object.hasOwn(before, name) &&
    Object.hasOwn(after, name) &&
    !isWithin(before[name], maxUnchangedLength) &&
    isDeepStrictEqual(before[name], after[name]);
  const unchanged = new Set(Object.keys(after).filter(isUnchanged));
  const withoutThem = (state: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(state).filter(([name]) => !unchanged.has(name)));
  return { before: withoutThem(before), after: withoutThem(after) };
}

/**
 * The state of a changed entity as stored in an audit entry. If it is too large, keeps the fields that fit (of a list,
 * the first items) and names the first incomplete fields in `truncated`. Entries are kept forever, so their size is
 * limited.
 */
export function boundState(state: unknown): unknown {
  if (isWithin(state, maxStateLength)) return state;
  if (typeof state !== "object" || state === null || Array.isArray(state)) return { truncated: [] };
  let left = maxStoredLength;
  const stored: Record<string, unknown> = {};
  const truncated: string[] = [];
  for (const [name, value] of Object.entries(state)) {
    const short: unknown = Array.isArray(value) ? value.slice(0, maxItems) : value;
    const room = left - name.length;
    const fits = isWithin(short, room);
    if (fits) {
      stored[name] = short;
      left = room - lengthOf(short);
    }
    if (!fits || (Array.isArray(value) && value.length > maxItems))
      truncated.push(beginning(name, maxNameLength));
    if (truncated.length === maxItems) break;
  }
  return { ...stored, truncated };
}

function isWithin(value: unknown, max: number): boolean {
  return lengthOf(value) <= max;
}

function lengthOf(value: unknown): number {
  return (JSON.stringify(value) as string | undefined)?.length ?? 0;
}

function isRecord(state: unknown): state is Record<string, unknown> {
  return typeof state === "object" && state !== null && !Array.isArray(state);
}
