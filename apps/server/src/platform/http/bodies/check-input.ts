import { z } from "zod";
import { stacksMarks, tooManyMarks } from "@vetrina/contract/common";
import type { ValidationError } from "@vetrina/contract/errors";
import { errorText } from "@vetrina/contract/error-text";
import { ApiFailure } from "../../errors.ts";
import { anything, type Bounds } from "./input-bounds.ts";
import { maxErrors, pathOf, validationFailed } from "./validation-errors.ts";

/**
 * Trimming and normalizing are assumed to make a string at most this many times shorter. A string that would still be
 * too long is rejected before it is trimmed.
 */
const roomToShrink = 4;
const yearZero = /^0000-\d{2}-\d{2}(?:T|$)/;

type Path = { parent: Path; key: string | number } | null;
type Found = {
  errors: ValidationError[];
  /**
   * Values that are unexpected, invalid or missing. Thrown only if there are at least `maxErrors`; otherwise, the
   * schema reports them later.
   */
  misplaced: ValidationError[];
};

/**
 * Rejects values beyond the schema's limits before checking their elements, and values that are never stored: texts
 * with U+0000, lone surrogates or stacked marks, and dates in the year 0. Throws VALIDATION_FAILED.
 */
export function checkInput(bounds: Bounds, input: unknown): void {
  const found: Found = { errors: [], misplaced: [] };
  look(input, bounds, null, found);
  if (found.errors.length > 0) throw validationFailed(found.errors);
  if (found.misplaced.length >= maxErrors) throw validationFailed(found.misplaced);
}

function look(value: unknown, bounds: Bounds, path: Path, found: Found): void {
  if (found.errors.length >= maxErrors || found.misplaced.length >= maxErrors) return;
  if (typeof value === "string") lookAtText(value, bounds, path, found);
  else if (Array.isArray(value)) lookAtList(value, bounds, path, found);
  else if (typeof value === "object" && value !== null) lookAtObject(value, bounds, path, found);
  else if (!bounds.free && !isScalar(value, bounds)) misplace("other", path, found);
}

function isScalar(value: unknown, { scalars }: Bounds): boolean {
  return scalars.some((schema) => z.safeParse(schema, value).success);
}

function lookAtText(text: string, bounds: Bounds, path: Path, found: Found): void {
  const { text: max, texts, free } = bounds;
  if (max !== null && text.length > max * roomToShrink)
    return void found.errors.push({ path: written(path), message: tooMany("string", max) });
  // A schema without a maximum length accepts only fixed values, which have no combining marks.
  const message = unstorable(text, free || max !== null);
  if (message !== null) found.errors.push({ path: written(path), message });
  else if (free || isScalar(text, bounds)) return;
  else if (max === null) misplace("other", path, found);
  else misplaceUnfit(text, texts, path, found);
}

/** If none of the schemas accepts the value, reports the first error of the first schema. */
function misplaceUnfit(
  text: string,
  schemas: readonly z.core.$ZodType[],
  path: Path,
  { misplaced }: Found,
): void {
  let message: string | undefined;
  for (const schema of schemas) {
    const { success, error } = z.safeParse(schema, text, { error: errorText });
    if (success) return;
    message ??= error.issues[0]?.message;
  }
  misplaced.push({ path: written(path), message: message ?? "" });
}

function lookAtList(
  list: unknown[],
  { list: bound, free }: Bounds,
  path: Path,
  found: Found,
): void {
  if (bound === null && !free) return misplace("other", path, found);
  if (bound !== null && list.length > bound.max)
    return void found.errors.push({ path: written(path), message: tooMany("array", bound.max) });
  const of = bound?.of ?? anything;
  for (let i = 0; i < list.length; i += 1) look(list[i], of, { parent: path, key: i }, found);
}

function lookAtObject(object: object, bounds: Bounds, path: Path, found: Found): void {
  const { fields, required, entries, strict, free } = bounds;
  if (fields === null && entries === null && !free) return misplace("other", path, found);
  const keys = Object.keys(object);
  const max = entries?.max ?? (strict ? (fields?.size ?? 0) + maxErrors : Infinity);
  if (keys.length > max)
    return void found.errors.push({ path: written(path), message: tooMany("object", max) });
  for (const key of keys) {
    const child: unknown = (object as Record<string, unknown>)[key];
    requireSafeKey(key, child);
    const known = fields?.get(key) ?? entries?.of ?? (strict ? null : anything);
    if (entries !== null && key.length > entries.key * roomToShrink)
      found.errors.push({
        path: written({ parent: path, key }),
        message: `The key is too long. ${tooMany("string", entries.key)}`,
      });
    else if (isUnreadable(key)) found.errors.push({ path: written(path), message: unreadable });
    else if (known === null) misplace("unknown", { parent: path, key }, found);
    else if (stacksMarks(key)) found.errors.push({ path: written(path), message: tooManyMarks });
    else look(child, known, { parent: path, key }, found);
    if (found.errors.length >= maxErrors || found.misplaced.length >= maxErrors) return;
  }
  for (const key of required)
    if (!Object.hasOwn(object, key)) misplace("missing", { parent: path, key }, found);
}

/**
 * Rejects `__proto__` and `constructor.prototype`. Code that copies them into an object could change its prototype.
 */
function requireSafeKey(key: string, value: unknown): void {
  const isPoison =
    key === "__proto__" ||
    (key === "constructor" &&
      typeof value === "object" &&
      value !== null &&
      Object.hasOwn(value, "prototype"));
  if (isPoison)
    throw new ApiFailure(
      "INVALID_JSON",
      "The keys __proto__ and constructor.prototype are not allowed. Remove them.",
    );
}

function misplace(what: keyof typeof messages, path: Path, { misplaced }: Found): void {
  misplaced.push({ path: written(path), message: messages[what] });
}

const messages = {
  unknown: errorText({ code: "unrecognized_keys", keys: [], input: {} }),
  other: errorText({ code: "custom", input: null }),
  missing: "This is required.",
};

function tooMany(origin: "string" | "array" | "object", maximum: number): string {
  return errorText({ code: "too_big", origin, maximum, inclusive: true, input: null });
}

function written(path: Path): string {
  const keys: (string | number)[] = [];
  for (let at = path; at !== null; at = at.parent) keys.unshift(at.key);
  return pathOf(keys);
}

const unreadable = "This text contains characters that cannot be stored. Remove them.";

function isUnreadable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}

function unstorable(text: string, mayHaveMarks: boolean): string | null {
  if (isUnreadable(text)) return unreadable;
  if (mayHaveMarks && stacksMarks(text)) return tooManyMarks;
  return yearZero.test(text) ? "There is no year 0." : null;
}
