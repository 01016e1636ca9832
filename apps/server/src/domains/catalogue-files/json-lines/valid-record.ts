import { z } from "zod";
import { ApiFailure } from "../../../platform/errors.ts";
import { checkInput } from "../../../platform/http/bodies/check-input.ts";
import { type Bounds, boundsOf } from "../../../platform/http/bodies/input-bounds.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { errorsOf } from "./check-words.ts";
import { JsonRecord, PictureBytes } from "./records.ts";

/**
 * Maximum number of errors reported for a line. A crafted line can have hundreds of thousands, and listing them would
 * take too long.
 */
const maxErrors = 20;

type Valid = JsonRecord | z.infer<typeof PictureBytes>;
type Fault = { path: string; message: string };
/** The checks of a value: first its bounds, then its schema. */
type Rule = { bounds: Bounds | null; schema: z.ZodType };
/**
 * A field with a long list or dictionary, which is checked in slices of `size` elements. The first slice has one
 * element, because the rest of the record, which may also be long, is checked with it.
 */
type Sliced = { field: string; isList: boolean; size: number; max: number; rule: Rule };

const anyRecord: Rule = { bounds: null, schema: JsonRecord };
const rules = new Map<unknown, Rule>([
  ["pictureBytes", { bounds: null, schema: PictureBytes }],
  ...JsonRecord.options.map((schema): [unknown, Rule] => {
    const type: string = schema.shape.type.value;
    return [type, { bounds: boundsOf(schema, type), schema }];
  }),
]);
const sliced = new Map<unknown, Sliced>([
  ["product", slicedBy("product", "variants", 10)],
  ["policy", slicedBy("policy", "earlier", 5)],
  ["collection", slicedBy("collection", "products", 500)],
  ["translation", slicedBy("translation", "fields", 100)],
]);

function slicedBy(type: string, field: string, size: number): Sliced {
  const record = JsonRecord.options.find(({ shape }) => shape.type.value === type);
  const shape: Readonly<Record<string, z.ZodType>> = record?.shape ?? {};
  const whole = shape[field];
  if (whole === undefined) throw new Error(`${type} has no ${field}`);
  const { list, entries } = boundsOf(whole, field);
  const max = (list ?? entries)?.max;
  if (max === undefined) throw new Error(`${field} is neither a list nor a dictionary`);
  const part = whole instanceof z.ZodArray ? z.array(whole.element as z.ZodType).max(size) : whole;
  const schema = z.object({ [field]: part });
  const rule = { bounds: boundsOf(schema, type), schema };
  return { field, isList: list !== null, size, max, rule };
}

/**
 * Returns the record that a line contains, or null after reporting its errors with their fields. A list or dictionary
 * that may be long is checked in slices, so that the event loop can run between them.
 */
export async function validRecord(
  value: unknown,
  addError: (field: string | null, message: string) => void,
): Promise<Valid | null> {
  const faults: Fault[] = [];
  const record = await check(value, faults);
  for (const { path, message } of faults.slice(0, maxErrors)) addError(path || null, message);
  return faults.length > 0 ? null : record;
}

async function check(value: unknown, faults: Fault[]): Promise<Valid | null> {
  const fields: Readonly<Record<string, unknown>> =
    typeof value === "object" && value !== null ? { ...value } : {};
  const rule = rules.get(fields["type"]) ?? anyRecord;
  const long = sliced.get(fields["type"]);
  const elements = long === undefined ? null : elementsOf(fields[long.field], long);
  if (long === undefined || elements === null) return apply(rule, value, faults) as Valid | null;
  const { field, isList, size } = long;
  const join = (part: [string, unknown][]) =>
    isList ? part.map(([, one]) => one) : Object.fromEntries(part);
  const all: [string, unknown][] = [];
  let record: unknown = null;
  let next = 1;
  for (let at = 0; at < elements.length && faults.length < maxErrors; at = next, next += size) {
    await pace();
    const slice = { [field]: join(elements.slice(at, next)) };
    const found: Fault[] = [];
    const read = apply(
      at === 0 ? rule : long.rule,
      at === 0 ? { ...fields, ...slice } : slice,
      found,
    );
    for (const { path, message } of found)
      faults.push({ path: isList ? moved(path, field, at) : path, message });
    if (at === 0) record = read;
    const part = (read as Record<string, object> | null)?.[field] ?? {};
    for (const one of Object.entries(part)) all.push(one);
  }
  return faults.length > 0 ? null : { ...(record as Valid), [field]: join(all) };
}

/**
 * Returns the elements of a list or dictionary to be checked in slices. Returns null if it needs no slices (one element
 * or none), has more than `max` elements, or is of another type.
 */
function elementsOf(value: unknown, { isList, max }: Sliced): [string, unknown][] | null {
  if (typeof value !== "object" || value === null || Array.isArray(value) !== isList) return null;
  const elements = Object.entries(value);
  return elements.length < 2 || elements.length > max ? null : elements;
}

/** Returns the value as the schema parses it, or null after adding its errors to `faults`. */
function apply({ bounds, schema }: Rule, value: unknown, faults: Fault[]): unknown {
  try {
    if (bounds !== null) checkInput(bounds, value);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const errors = errorsOf(error);
    faults.push(...(errors.length === 0 ? [{ path: "", message: error.message }] : errors));
    return null;
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  for (const issue of read.error.issues.slice(0, maxErrors)) {
    const keys =
      issue.code === "unrecognized_keys" ? ` (${issue.keys.join(", ").slice(0, 100)})` : "";
    const path = issue.path.map(String).join(".").slice(0, 200);
    faults.push({ path, message: `${issue.message}${keys}` });
  }
  return null;
}

/** Converts the path of an error in a slice to the path in the whole record. */
function moved(path: string, field: string, by: number): string {
  const [first, index, ...rest] = path.split(".");
  if (by === 0 || first !== field || index === undefined) return path;
  return [first, Number(index) + by, ...rest].join(".");
}
