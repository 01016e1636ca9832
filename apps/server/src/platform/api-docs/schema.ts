import { escapeHtml } from "../escape-html.ts";
import type { JsonSchema } from "./openapi-schemas.ts";

/** The last part of a reference: the named schema. */
export function referenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

export type FieldRow = {
  name: string;
  schema: JsonSchema;
  required: boolean;
  description?: string;
};

/**
 * An object's fields in one list. Fields of nested unnamed objects are named by their path: `hero.headline`,
 * `items[].id`.
 */
export function fieldRows(schema: JsonSchema, prefix = ""): FieldRow[] {
  const { properties, items, anyOf } = schema;
  if (properties)
    return Object.entries(properties).flatMap(([key, field]) => {
      const required = schema.required?.includes(key) ?? false;
      const row: FieldRow = { name: prefix + key, schema: field, required };
      return [row].concat(nestedRows(field, row.name));
    });
  if (items) return fieldRows(items, `${prefix}[].`);
  return (anyOf ?? []).flatMap((part) => fieldRows(part, prefix));
}

function nestedRows(field: JsonSchema, name: string): FieldRow[] {
  if (field.properties) return fieldRows(field, `${name}.`);
  if (field.items) return nestedRows(field.items, `${name}[]`);
  if (typeof field.additionalProperties === "object")
    return nestedRows(field.additionalProperties, `${name}.*`);
  return (field.anyOf ?? []).flatMap((part) => nestedRows(part, name));
}

/**
 * A table of fields as HTML. `caption` says what the fields belong to; `schemas` is the URL path of the named schemas.
 */
export function fieldTable(rows: readonly FieldRow[], caption: string, schemas: string): string {
  const lines = rows.map(({ name, schema, required, description }) => {
    const limits = limitsText(schema);
    const meaning = description ?? descriptionOf(schema);
    return `<tr><th scope="row"><code class="name">${escapeHtml(name)}</code><span class="type">${typeHtml(schema, schemas)}${required ? ', <span class="needed">required</span>' : ""}</span></th><td>${escapeHtml(meaning)}${limits && `<span class="limits">${escapeHtml(limits)}</span>`}</td></tr>`;
  });
  return `<table aria-label="${escapeHtml(caption)}"><thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

/** A type in words, with named schemas as links to their pages below `schemas`. */
export function typeHtml(schema: JsonSchema, schemas: string): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(referenceName(schema.$ref));
    return `<a href="${schemas}/${name}">${name}</a>`;
  }
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((part) => typeHtml(part, schemas)))].join(" or ");
  if (schema.const !== undefined) return `always ${escapeHtml(JSON.stringify(schema.const))}`;
  if (schema.enum)
    return schema.enum.map((value) => escapeHtml(JSON.stringify(value) ?? "")).join(", ");
  return [schema.type ?? "anything"]
    .flat()
    .map((type) => simpleTypeHtml(type, schema, schemas))
    .join(" or ");
}

function simpleTypeHtml(type: string, schema: JsonSchema, schemas: string): string {
  if (type === "array") return `list of ${typeHtml(schema.items ?? {}, schemas)}`;
  if (type === "object" && typeof schema.additionalProperties === "object")
    return `object with any keys, values ${typeHtml(schema.additionalProperties, schemas)}`;
  return schema.format ? `${type} (${escapeHtml(schema.format)})` : type;
}

function descriptionOf(schema: JsonSchema): string {
  return schema.description ?? schema.anyOf?.find((part) => part.description)?.description ?? "";
}

function limitsText(schema: JsonSchema): string {
  const inner = schema.anyOf?.find((part) => part.type !== "null") ?? {};
  const all = { ...inner, ...schema };
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = all;
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    range(undefined, all.maxProperties, " fields"),
    pattern === undefined ? "" : `Pattern ${pattern}`,
    schema.default === undefined ? "" : `Default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(". ");
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return "";
  if (from === undefined) return `At most ${to}${unit}`;
  return to === undefined ? `At least ${from}${unit}` : `${from} to ${to}${unit}`;
}
