import { beginning } from "@vetrina/contract/common";

/** A state of up to this many bytes of JSON is stored in full. Callers who post an entry can't send a larger one. */
const maxStateBytes = 20_000;
/**
 * If a state is larger than `maxStateBytes`, its stored fields take up to this many bytes of JSON. The rest is for the
 * names of incomplete fields.
 */
const maxStoredBytes = 12_000;
const maxItems = 50;
const maxNameLength = 100;
const maxNameBytes = maxStateBytes - maxStoredBytes - 1000;
/**
 * An unchanged field with more bytes than this is left out. A shorter one, such as a menu's name, helps to identify
 * what changed.
 */
const maxUnchangedBytes = 100;

type States = { before?: unknown; after?: unknown };

/**
 * The states of a changed entity as an audit entry stores them: without long fields that didn't change, and each within
 * the limit (boundState).
 */
export function changedStates({ before, after }: States): States {
  return {
    before: boundState(withoutUnchanged(before, after)),
    after: boundState(withoutUnchanged(after, before)),
  };
}

/**
 * The state of an entity as an audit entry stores it. If it is too large, keeps the fields that fit, with the first 50
 * items of lists. `truncated` names fields that were shortened or left out, as far as there is room. Entries are kept
 * forever, so each has a limit.
 */
export function boundState(state: unknown): unknown {
  if (jsonBytes(state) <= maxStateBytes) return state;
  if (!isRecord(state)) return { truncated: [] };
  let left = maxStoredBytes;
  let leftForNames = maxNameBytes;
  const stored: Record<string, unknown> = {};
  const truncated: string[] = [];
  for (const [name, value] of Object.entries(state)) {
    const short: unknown = Array.isArray(value) ? value.slice(0, maxItems) : value;
    const bytes = jsonBytes({ [name]: short });
    const fits = bytes <= left;
    if (fits) {
      stored[name] = short;
      left -= bytes;
    }
    if (fits && (!Array.isArray(value) || value.length <= maxItems)) continue;
    const shown = beginning(name, maxNameLength);
    leftForNames -= jsonBytes([shown]);
    if (truncated.length === maxItems || leftForNames < 0) break;
    truncated.push(shown);
  }
  return { ...stored, truncated };
}

/** The bytes of a value's JSON; 0 if it has none. */
export function jsonBytes(value: unknown): number {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? 0 : Buffer.byteLength(json);
}

function withoutUnchanged(state: unknown, other: unknown): unknown {
  if (!isRecord(state) || !isRecord(other)) return state;
  return Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => jsonBytes(value) <= maxUnchangedBytes || !isSame(value, other[name]),
    ),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
