import { z } from "zod";

/**
 * The types and limits that a schema accepts, computed once. With them, a value is rejected before its unexpected parts
 * are read.
 */
export type Bounds = {
  /** The maximum length of a string, as the schema counts it; null if no strings, or only fixed ones, are accepted. */
  text: number | null;
  /** Schemas for strings, one of which a string must match. */
  texts: readonly z.core.$ZodType[];
  list: { max: number; of: Bounds } | null;
  fields: ReadonlyMap<string, Bounds> | null;
  /** The names of required fields. */
  required: ReadonlySet<string>;
  /** Rejects unknown keys instead of ignoring them. */
  strict: boolean;
  entries: { max: number; key: number; of: Bounds } | null;
  /** Schemas for numbers, booleans, null and fixed values. */
  scalars: readonly z.core.$ZodType[];
  /** Accepts any JSON: z.unknown(). */
  free: boolean;
};

const nothing: Bounds = {
  text: null,
  texts: [],
  list: null,
  fields: null,
  required: new Set(),
  strict: false,
  entries: null,
  scalars: [],
  free: false,
};
export const anything: Bounds = { ...nothing, free: true };

/** The length of formats that have a fixed length. */
const fixedLengths: Readonly<Record<string, number>> = { uuid: 36, date: 10 };
/** Maximum length of a number or boolean in a URL, and of a record's keys. */
const wordLength = 40;

/**
 * Computes the bounds of a schema. Throws an Error with the path if a list, a record or a string has no upper limit.
 */
export function boundsOf(schema: z.core.$ZodType, at: string): Bounds {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return { ...nothing, text: textLength(schema, at), texts: [schema] };
  // In a URL, a number is sent as text.
  if (schema instanceof z.ZodNumber)
    return schema.def.coerce === true
      ? { ...nothing, text: wordLength, texts: [schema], scalars: [schema] }
      : { ...nothing, scalars: [schema] };
  if (schema instanceof z.ZodArray)
    return {
      ...nothing,
      list: {
        max: maxItems(schema) ?? unbounded(at, "list"),
        of: boundsOf(schema.element, `${at}[]`),
      },
    };
  if (schema instanceof z.ZodObject)
    return {
      ...nothing,
      strict: schema.def.catchall instanceof z.ZodNever,
      fields: new Map(
        Object.entries(schema.shape).map(([key, field]) => [key, boundsOf(field, `${at}.${key}`)]),
      ),
      required: new Set(
        Object.entries(schema.shape).flatMap(([key, field]) =>
          z.safeParse(field, undefined).success ? [] : [key],
        ),
      ),
    };
  if (schema instanceof z.ZodRecord) return { ...nothing, entries: entriesOf(schema, at) };
  if (schema instanceof z.ZodUnion)
    return schema.options
      .map((option) => boundsOf(option, at))
      .reduce((one, other) => either(one, other), nothing);
  if (schema instanceof z.ZodPipe)
    // z.stringbool()
    return schema.out instanceof z.ZodBoolean
      ? { ...nothing, text: wordLength, texts: [schema] }
      : boundsOf(schema.in, at);
  if (schema instanceof z.ZodNullable)
    return either(boundsOf(schema.unwrap(), at), { ...nothing, scalars: [z.null()] });
  if (wrappers.some((type) => schema instanceof type))
    return boundsOf((schema as z.ZodOptional).unwrap(), at);
  if (schema instanceof z.ZodUnknown) return anything;
  if (small.some((type) => schema instanceof type)) return { ...nothing, scalars: [schema] };
  throw new Error(`${at} has a schema whose size input-bounds.ts does not know`);
}

const wrappers = [z.ZodOptional, z.ZodNonOptional, z.ZodDefault];

/** Schemas whose values are always small. */
const small = [z.ZodEnum, z.ZodLiteral, z.ZodBoolean, z.ZodNull, z.ZodNever];

function textLength({ maxLength, format }: z.ZodString | z.ZodStringFormat, at: string): number {
  return maxLength ?? fixedLengths[format ?? ""] ?? unbounded(at, "text");
}

/**
 * The limits of a record. Its maximum number of entries is in its JSON Schema, where the contract's Dictionary() sets
 * it.
 */
function entriesOf(schema: z.ZodRecord, at: string): NonNullable<Bounds["entries"]> {
  const max = z.globalRegistry.get(schema)?.["maxProperties"];
  if (typeof max !== "number") return unbounded(at, "record");
  const key = boundsOf(schema.keyType, `${at}{}`).text ?? wordLength;
  return { max, key, of: boundsOf(schema.valueType, `${at}{}`) };
}

function maxItems({ def }: z.ZodArray): number | undefined {
  const lengths = (def.checks ?? []).flatMap(({ _zod: { def: check } }) => {
    if (check.check === "max_length") return [(check as z.core.$ZodCheckMaxLengthDef).maximum];
    return check.check === "length_equals"
      ? [(check as z.core.$ZodCheckLengthEqualsDef).length]
      : [];
  });
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

function unbounded(at: string, what: string): never {
  throw new Error(`${at} is a ${what} without an upper limit`);
}

/**
 * Combines the bounds of two schemas. A value must match one of them, so it may be as large as the larger one allows.
 */
function either(one: Bounds, other: Bounds): Bounds {
  const [list, entries] = [one.list ?? other.list, one.entries ?? other.entries];
  return {
    text:
      Math.max(one.text ?? -1, other.text ?? -1) === -1
        ? null
        : Math.max(one.text ?? 0, other.text ?? 0),
    texts: [...one.texts, ...other.texts],
    list:
      one.list && other.list
        ? { max: Math.max(one.list.max, other.list.max), of: either(one.list.of, other.list.of) }
        : list,
    fields:
      one.fields && other.fields ? merged(one.fields, other.fields) : (one.fields ?? other.fields),
    required:
      one.fields && other.fields
        ? one.required.intersection(other.required)
        : one.fields
          ? one.required
          : other.required,
    strict: (one.fields === null || one.strict) && (other.fields === null || other.strict),
    entries:
      one.entries && other.entries
        ? {
            max: Math.max(one.entries.max, other.entries.max),
            key: Math.max(one.entries.key, other.entries.key),
            of: either(one.entries.of, other.entries.of),
          }
        : entries,
    scalars: [...one.scalars, ...other.scalars],
    free: one.free || other.free,
  };
}

function merged(
  one: ReadonlyMap<string, Bounds>,
  other: ReadonlyMap<string, Bounds>,
): ReadonlyMap<string, Bounds> {
  const fields = new Map(one);
  for (const [key, bounds] of other) {
    const known = fields.get(key);
    fields.set(key, known === undefined ? bounds : either(known, bounds));
  }
  return fields;
}
