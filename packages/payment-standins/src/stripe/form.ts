import type { Json } from "../core/types.ts";
import { invalid } from "./errors.ts";

type Tree = { [name: string]: Tree | string };

/**
 * Decodes pairs such as `metadata[orderId]=1&expand[0]=a`, which Stripe's libraries use to encode nested parameters.
 */
export function decodeForm(pairs: Iterable<readonly [string, string]>): Json {
  const root: Tree = Object.create(null) as Tree;
  for (const [key, value] of pairs) {
    const path = pathOf(key);
    const last = path.pop() ?? "";
    let at = root;
    for (const name of path) {
      const next = at[name];
      if (typeof next === "string") throw invalid(`Invalid parameter: ${key}`, { param: key });
      const child = next ?? (Object.create(null) as Tree);
      at[name] = child;
      at = child;
    }
    at[last === "" ? String(Object.keys(at).length) : last] = value;
  }
  return asJson(root) as Json;
}

/** Splits "a[b][]" into ["a", "b", ""]. */
function pathOf(key: string): string[] {
  const start = key.indexOf("[");
  if (start < 1 || !key.endsWith("]")) return [key];
  return [key.slice(0, start), ...key.slice(start + 1, -1).split("][")];
}

/** Converts every object with the keys 0, 1, 2, … to a list. */
function asJson(tree: Tree | string): unknown {
  if (typeof tree === "string") return tree;
  const names = Object.keys(tree);
  const isList = names.length > 0 && names.every((name, index) => name === String(index));
  if (isList) return names.map((name) => asJson(tree[name] ?? ""));
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, asJson(value)]));
}

export function integerOf(body: Json, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || !/^-?\d{1,12}$/.test(value))
    throw invalid(`Invalid integer: ${JSON.stringify(value)}`, {
      code: "parameter_invalid_integer",
      param: name,
    });
  return Number(value);
}

export function textOf(body: Json, name: string): string | null {
  const value = body[name];
  return typeof value === "string" && value !== "" ? value : null;
}

export function booleanOf(body: Json, name: string): boolean {
  return body[name] === "true";
}

/** The metadata after a change. An empty value removes the key. */
export function metadataOf(body: Json, before: Json = {}): Json {
  const given = body["metadata"];
  if (given === "") return {};
  if (typeof given !== "object" || given === null) return before;
  const merged = { ...before, ...(given as Json) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}

/** Throws for parameters that the call doesn't accept, as Stripe does. */
export function onlyKnown(body: Json, known: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find((name) => !known.has(name) && name !== "expand");
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, {
      code: "parameter_unknown",
      param: unknown,
    });
}
