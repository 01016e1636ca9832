import { api } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { endpoint } from "@vetrina/contract/endpoint";
import { errorStatus } from "@vetrina/contract/errors";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openApiDocument } from "./openapi.ts";
import type { OpenApiDocument, Operation } from "./openapi.ts";

const document = openApiDocument(api);
const operations = operationsOf(document);
const byId = (id: string) => operations.find(({ operation }) => operation.operationId === id);

function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function visit(
  value: unknown,
  see: (object: Record<string, unknown>, at: string) => void,
  at = "#",
) {
  if (typeof value !== "object" || value === null) return;
  see({ ...value }, at);
  for (const [key, part] of Object.entries(value)) visit(part, see, `${at}/${key}`);
}

function resolve(reference: string): unknown {
  let found: unknown = document;
  for (const key of reference.slice(2).split("/"))
    found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

describe("a valid OpenAPI 3.1 document", () => {
  test("every reference resolves, none to $defs", () => {
    const broken: string[] = [];
    let seen = 0;
    visit(document, (object, at) => {
      if (at.endsWith("/properties")) return;
      if ("$defs" in object) broken.push(`${at}: $defs`);
      if (typeof object["$ref"] !== "string") return;
      seen++;
      const { $ref: reference } = object;
      if (!reference.startsWith("#/components/") || resolve(reference) === undefined)
        broken.push(`${at}: ${reference}`);
    });
    expect(broken).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  });

  test("every schema has known types and valid keywords", () => {
    const types = new Set("string number integer boolean object array null".split(" "));
    const wrong: string[] = [];
    visit(document, (object, at) => {
      if (!/schema(s\/\w+)?$|\/(properties\/\w+|items|anyOf\/\d+|additionalProperties)$/.test(at))
        return;
      if (at.endsWith("/properties")) return;
      for (const type of [object["type"] ?? []].flat())
        if (typeof type !== "string" || !types.has(type))
          wrong.push(`${at}: ${JSON.stringify(type)}`);
      if ("nullable" in object || "example" in object) wrong.push(`${at}: a keyword of 3.0`);
      const { required = [], properties = {} } = object;
      for (const name of [required].flat())
        if (typeof name !== "string" || !Object.hasOwn(Object(properties), name))
          wrong.push(`${at}: requires ${String(name)}`);
      if (typeof object["pattern"] === "string") "".match(new RegExp(object["pattern"], "u"));
    });
    expect(wrong).toEqual([]);
  });

  test("the required fixed fields are present and unique", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: "/api/v1" }] });
    expect(document.info.version).toBe("3.14.0-dev.1");
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { operation } of operations) expect(tags).toContain(operation.tags[0]);
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[\w.-]+$/);
    const schemes = new Set(Object.keys(document.components.securitySchemes));
    for (const { operation } of operations)
      for (const name of operation.security.flatMap((way) => Object.keys(way)))
        expect(schemes).toContain(name);
  });

  test("path parameters match the path's braces", () => {
    for (const { path, operation } of operations) {
      const parameters = (operation.parameters ?? []).flatMap((p) => ("$ref" in p ? [] : [p]));
      const inPath = parameters.filter((p) => p.in === "path").map((p) => p.name);
      const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(new Set(inPath)).toEqual(new Set(braces));
      expect(parameters.filter((p) => p.in === "path" && !p.required)).toEqual([]);
      const keys = parameters.map((p) => `${p.in} ${p.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test("no two paths differ only in the names of their parameters", () => {
    const shapes = Object.keys(document.paths).map((path) => shape(path));
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});

const shape = (path?: string) => path?.replaceAll(/\{\w+\}/g, "{}");

test("a permission that adds to a call is described by what the call does", () => {
  const ofReads = byId("listCollections")?.operation.description;
  expect(ofReads).toContain(
    "Callers with the permission MANAGE_PRODUCTS get more, as the summary says.",
  );
  for (const id of ["createTranslation", "updateTranslation", "createImport"])
    expect(byId(id)?.operation.description).toContain(
      "Callers with the permission MANAGE_SETTINGS can do more, as the summary says.",
    );
});

describe("matches the contract", () => {
  const endpoints = Object.values<Record<string, Endpoint>>(api).flatMap((group) =>
    Object.entries(group),
  );

  test.each(endpoints)("%s", (id, endpoint) => {
    const found = byId(id);
    expect(shape(found?.path)).toBe(shape(endpoint.path));
    expect(found?.method).toBe(endpoint.method.toLowerCase());
    const operation = found?.operation;
    expect(operation?.["x-access"]).toEqual(endpoint.access);
    expect(operation?.requestBody !== undefined).toBe(
      (endpoint.body ?? endpoint.upload) !== undefined,
    );
    expect(operation?.responses).toHaveProperty([
      `${endpoint.response || endpoint.file ? (endpoint.status ?? 200) : 204}`,
    ]);
    for (const code of endpoint.errors)
      expect(codesOf(operation, errorStatus[code])).toContain(code);
    for (const status of [400, 413, 415, 500, 503])
      expect(codesOf(operation, status)).not.toEqual([]);
    const names = (operation?.parameters ?? []).map((p) => ("$ref" in p ? p.$ref : p.name));
    expect(names.includes("#/components/parameters/IdempotencyKey")).toBe(
      endpoint.idempotent === true,
    );
    for (const name of Object.keys(endpoint.query?.shape ?? {})) expect(names).toContain(name);
  });

  test("access rules become security requirements", () => {
    expect(byId("getHelp")?.operation.security).toEqual([{}]);
    expect(byId("listProducts")?.operation.security).toEqual([{}, { bearer: [] }]);
    expect(byId("createProduct")?.operation.security).toEqual([{ bearer: [] }]);
    expect(byId("getOrder")?.operation.security).toEqual([
      { bearer: [] },
      { orderKey: [] },
      { orderCookie: [] },
    ]);
  });

  test("access rules and limits add their errors", () => {
    expect(codesOf(byId("createProduct")?.operation, 401)).toEqual(["UNAUTHENTICATED"]);
    expect(codesOf(byId("createProduct")?.operation, 403)).toEqual(["FORBIDDEN"]);
    expect(codesOf(byId("decideTestPayment")?.operation, 429)).toEqual(["RATE_LIMITED"]);
    expect(codesOf(byId("calculateShipping")?.operation, 421)).toEqual(["UNKNOWN_HOST"]);
  });

  test("a flag is a boolean; fields with a default and optional bodies are optional", () => {
    const parameters = byId("listProducts")?.operation.parameters;
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "isDeleted", in: "query", schema: { type: "boolean" } }),
    );
    expect(byId("login")?.operation.requestBody?.content["application/json"].schema).toMatchObject({
      required: ["email", "password"],
      additionalProperties: false,
    });
    expect(byId("logout")?.operation.requestBody?.required).toBe(false);
    expect(byId("login")?.operation.requestBody?.required).toBe(true);
  });
});

test("the contract's examples are valid bodies and appear in the document", () => {
  const given = Object.values<Record<string, Endpoint>>(api).flatMap((group) =>
    Object.entries(group).filter(([, { example }]) => example !== undefined),
  );
  expect(given.length).toBeGreaterThan(8);
  for (const [id, { body, example }] of given) {
    expect([id, body && z.safeParse(body, example).error]).toEqual([id, undefined]);
    expect(byId(id)?.operation.requestBody?.content).toMatchObject({
      "application/json": { example },
    });
  }
});

describe("input and output schemas", () => {
  const Part = z.object({ size: z.int().default(1) }).meta({ id: "Part" });
  const Same = z.object({ name: z.string() }).meta({ id: "Same" });
  const Tree = z.object({ part: Part, same: Same }).meta({ id: "Tree" });
  const call = endpoint({
    method: "PUT",
    path: "/x",
    summary: "x",
    access: { allow: ["owner"] },
    store: { by: "none" },
    body: Tree,
    response: Tree,
    errors: [],
  });

  test("share a name if they are equal, and have different names if they or their parts differ", () => {
    const { components, paths } = openApiDocument({ g: { call } });
    expect(Object.keys(components.schemas)).toEqual([
      "ApiErrorBody",
      "Part",
      "PartInput",
      "Same",
      "Tree",
      "TreeInput",
    ]);
    expect(components.schemas["TreeInput"]?.properties).toEqual({
      part: { $ref: "#/components/schemas/PartInput" },
      same: { $ref: "#/components/schemas/Same" },
    });
    expect(components.schemas["PartInput"]).not.toHaveProperty("required");
    expect(components.schemas["Part"]?.required).toEqual(["size"]);
    expect(paths["/x"]?.["put"]?.requestBody?.content["application/json"].schema.$ref).toMatch(
      /TreeInput$/,
    );
  });

  test("two calls with the same path or name are rejected", () => {
    expect(() => openApiDocument({ a: { call, other: call } })).toThrow("PUT /x is declared twice");
    const elsewhere = { ...call, path: "/y" };
    expect(() => openApiDocument({ a: { call }, b: { call: elsewhere } })).toThrow(
      "two calls are named call",
    );
  });
});

function codesOf(operation: Operation | undefined, status: number): string[] {
  const answer = operation?.responses[status];
  const resolved =
    answer && "$ref" in answer ? document.components.responses[`Error${status}`] : answer;
  return resolved?.["x-codes"] ?? [];
}
