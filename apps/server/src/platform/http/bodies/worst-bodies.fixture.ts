import { z } from "zod";
import { type Endpoint, maxBodyBytes } from "@vetrina/contract/endpoint";
import type { Bounds } from "./input-bounds.ts";
import { bodySizeOf, parseBody } from "./receive-body.ts";
import { validate } from "./validate.ts";
import { endpoints, type NamedEndpoint } from "../contract.fixture.ts";

/** The parts of JSON Schema that describe how large a value can be. */
type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  maxItems?: number;
};

/** The most expensive body of its kind within the bytes that an anonymous caller may send. */
export type WorstBody = { kind: string; json: Buffer };

export const openToAll: NamedEndpoint[] = endpoints.filter(
  ({ endpoint }) => endpoint.body !== undefined && endpoint.access.allow.includes("public"),
);

export function bytesOf(endpoint: Endpoint): number {
  return maxBodyBytes[sizeOf(endpoint)];
}

function sizeOf(endpoint: Endpoint) {
  return bodySizeOf(endpoint, { kind: "anonymous" });
}

/** Processes a body as the server does before the call's own work. Returns true if the body was accepted. */
export function take(endpoint: Endpoint, bounds: Bounds, json: Buffer): boolean {
  try {
    if (endpoint.body) validate(endpoint.body, parseBody(json, bounds, sizeOf(endpoint)));
    return true;
  } catch {
    return false;
  }
}

/**
 * Texts that are slow to check: white space, many characters, escapes, combining characters, and text that looks almost
 * like an email address.
 */
const longTexts: Readonly<Record<string, string>> = {
  letters: "a",
  spaces: " ",
  breaks: "\\n ",
  nothing: "\\u0000",
  quotes: '\\"',
  composed: "é",
  pairs: "👗",
  halves: "\\ud800",
  hyphens: "a-",
  dots: "a.",
  at: "a@",
  commas: "a,",
  marks: `a${"\u0315".repeat(32)}`,
};

/** The elements that fill the lists. */
const elements: Readonly<Record<string, string>> = {
  numbers: "1",
  texts: '"a"',
  nothing: '"\\u0000"',
  objects: "{}",
  lists: "[]",
  unknown: '{"a":1}',
  nested: `${'{"a":'.repeat(12)}1${"}".repeat(12)}`,
};

export function worstBodies(endpoint: Endpoint): WorstBody[] {
  const max = bytesOf(endpoint);
  const made: [string, string, string, string][] = [
    ["deep lists", "", "[", ""],
    ["deep objects", "", '{"a":', ""],
    ["an unknown field of nothing", `{"${"K".repeat(max / 2)}":[`, '"\\u0000",', '""]}'],
    ["an unknown field of marks", '{"', `a${"\u0315".repeat(32)}`, '":1}'],
    ...Object.entries(elements).map(([name, element]): [string, string, string, string] => [
      `a list of ${name}`,
      "[",
      `${element},`,
      "1]",
    ]),
  ];
  for (const { before, after, schema } of placesIn(endpoint)) {
    const texts = schema.type === "string" ? Object.entries(longTexts) : [];
    const lists =
      schema.items === undefined ? [["numbers", "1"] as const] : Object.entries(elements);
    for (const [name, text] of texts)
      made.push([`${before + after}: a text of ${name}`, `${before}"`, text, `"${after}`]);
    for (const [name, element] of lists)
      made.push([
        `${before + after}: a list of ${name}`,
        `${before}[`,
        `${element},`,
        `1]${after}`,
      ]);
  }
  return [
    ...made.map(([kind, head, part, tail]) => {
      const times = Math.floor((max - Buffer.byteLength(head + tail)) / Buffer.byteLength(part));
      return { kind, json: Buffer.from(head + part.repeat(Math.max(0, times)) + tail) };
    }),
    { kind: "many fields", json: manyFields(max, "", "") },
    ...placesIn(endpoint).flatMap(({ before, after, schema: { items, maxItems = 1 } }) =>
      items === undefined
        ? []
        : [0, 1].map((quantity) => ({
            kind: `${before + after}: a full list of ${quantity === 0 ? "objects" : "numbers"}`,
            json: Buffer.from(
              `${before}[${Array.from({ length: maxItems }, () => wrong(items, quantity)).join(",")}]${after}`,
            ),
          })),
    ),
    ...placesIn(endpoint).map(({ before, after }) => ({
      kind: `${before + after}: many fields`,
      json: manyFields(max, before, after),
    })),
  ];
}

function manyFields(max: number, before: string, after: string): Buffer {
  const fields: string[] = [];
  let left = max - before.length - after.length - 2;
  for (let i = 0; left > 16; i += 1) {
    const field = `"k${i.toString(36)}":1`;
    fields.push(field);
    left -= field.length + 1;
  }
  return Buffer.from(`${before}{${fields.join(",")}}${after}`);
}

/** An object with every field, each with a value of the wrong type. */
function wrong(schema: Schema, number: number): string {
  const fields = Object.keys(schema.properties ?? {});
  const value = number === 0 ? "{}" : "-1.5";
  return fields.length === 0 ? value : `{${fields.map((key) => `"${key}":${value}`).join(",")}}`;
}

type Place = { before: string; after: string; schema: Schema };

/** Every position in a body that holds a value, with the JSON around it. */
function placesIn({ body }: Endpoint): Place[] {
  if (body === undefined) return [];
  const schema = z.toJSONSchema(body, {
    io: "input",
    unrepresentable: "any",
    metadata: z.registry<Record<string, unknown>>(),
  }) as Schema;
  return placesOf({ before: "", after: "", schema });
}

function placesOf({ before, after, schema }: Place): Place[] {
  const { properties = {}, additionalProperties: other, items, anyOf = [] } = schema;
  const inner = [
    ...Object.entries(properties).map(([key, of]): Place => ({
      before: `${before}{"${key}":`,
      after: `}${after}`,
      schema: of,
    })),
    ...(typeof other === "object"
      ? [{ before: `${before}{"a":`, after: `}${after}`, schema: other }]
      : []),
    ...(items === undefined ? [] : [{ before: `${before}[`, after: `]${after}`, schema: items }]),
  ];
  return [
    ...inner,
    ...inner.flatMap((place) => placesOf(place)),
    ...anyOf.flatMap((of) => placesOf({ before, after, schema: of })),
  ];
}
