import { apiVersion, basePath } from "@vetrina/contract/api";
import type { Access, Endpoint, Grant } from "@vetrina/contract/endpoint";
import { ApiErrorBody, commonErrors, errorStatus } from "@vetrina/contract/errors";
import type { ErrorCode } from "@vetrina/contract/errors";
import { Permission } from "@vetrina/contract/people/permissions";
import { contractSchemas } from "./openapi-schemas.ts";
import type { EndpointSchemas, JsonSchema } from "./openapi-schemas.ts";

export type Reference = { $ref: string };
export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: boolean;
  schema: JsonSchema;
  /** The contract's name for a path parameter, if the document uses a different one. */
  "x-input"?: string;
};
type Content = { "application/json": { schema: JsonSchema; example?: unknown } };
export type ErrorAnswer = { description: string; content: Content; "x-codes": ErrorCode[] };
/** A file's bytes have no JSON schema, so OpenAPI 3.1 describes them with an empty object. */
type FileContent = { [K in NonNullable<Endpoint["file"]>]?: Record<string, never> };
type FileTypes = Record<string, Record<string, never>>;
export type Answer = {
  description: string;
  content?: Partial<Content> & FileContent;
  "x-codes"?: ErrorCode[];
};
export type Operation = {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content | FileTypes };
  responses: Record<string, Answer | Reference>;
  "x-access": Access;
  /** The call creates something or moves money, so it accepts the Idempotency-Key header. */
  "x-idempotent"?: true;
};
export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ErrorAnswer>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, Record<string, string>>;
  };
};

/** The schema of a JSON body; undefined if there is none or a file is sent. */
export function jsonBodyOf({ requestBody }: Operation): JsonSchema | undefined {
  return (requestBody?.content as Partial<Content> | undefined)?.["application/json"]?.schema;
}

/** The contract's example of a JSON body; undefined if it has none. */
export function exampleBodyOf({ requestBody }: Operation): unknown {
  return (requestBody?.content as Partial<Content> | undefined)?.["application/json"]?.example;
}

/** The media types of the file that a call accepts; empty if it accepts none. */
export function uploadTypesOf(operation: Operation): string[] {
  if (jsonBodyOf(operation) !== undefined) return [];
  return Object.keys(operation.requestBody?.content ?? {});
}

/** The contract as an OpenAPI 3.1 document. Pure: the same contract always gives the same text. */
export function openApiDocument(
  api: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
): OpenApiDocument {
  const groups = Object.entries(api);
  const schemas = contractSchemas(
    groups.flatMap(([, group]) => Object.values(group)),
    [ApiErrorBody],
  );
  const paths: OpenApiDocument["paths"] = {};
  const names = new Set<string>();
  const pathOfShape = new Map<string, string>();
  for (const [tag, group] of groups)
    for (const [operationId, endpoint] of Object.entries(group)) {
      // OpenAPI treats /x/{a} and /x/{b} as one path, so both get the parameter names of the first.
      const shape = endpoint.path.replaceAll(/\{\w+\}/g, "{}");
      const path = pathOfShape.get(shape) ?? endpoint.path;
      pathOfShape.set(shape, path);
      const methods = (paths[path] ??= {});
      const method = endpoint.method.toLowerCase();
      if (methods[method])
        throw new TypeError(`${endpoint.method} ${endpoint.path} is declared twice`);
      if (names.has(operationId)) throw new TypeError(`two calls are named ${operationId}`);
      names.add(operationId);
      methods[method] = operation(operationId, tag, path, endpoint, schemas.of(endpoint));
    }
  return {
    openapi: "3.1.0",
    info: {
      title: "Vetrina API",
      version: apiVersion,
      description:
        "All operations of a store. Amounts are numbers in major units with their currency, times are ISO 8601 in UTC, and most lists are {items, page, limit, total}. Every response that is not 2xx is an ApiErrorBody. Bodies with unknown keys are rejected.",
    },
    servers: [{ url: basePath }],
    tags: groups.map(([name, group]) => ({
      name,
      description: `${Object.keys(group).length} ${Object.keys(group).length === 1 ? "call" : "calls"}`,
    })),
    paths,
    components: {
      schemas: schemas.components,
      responses: commonResponses(),
      parameters: headerParameters,
      securitySchemes,
    },
  };
}

function operation(
  operationId: string,
  tag: string,
  path: string,
  endpoint: Endpoint,
  schemas: EndpointSchemas,
): Operation {
  const parameters = [
    ...parametersIn("path", schemas.params).map((p) => renamed(p, endpoint.path, path)),
    ...parametersIn("query", schemas.query),
    ...(endpoint.idempotent ? [parameterRef("IdempotencyKey")] : []),
    ...(endpoint.errors.includes("EDIT_CONFLICT") ? [parameterRef("IfMatch")] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    description: accessText(endpoint),
    security: securityOf(endpoint.access),
    ...(parameters.length > 0 && { parameters }),
    ...(schemas.body && {
      requestBody: {
        required: schemas.body.required,
        content: json(schemas.body.schema, endpoint.example),
      },
    }),
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        content: Object.fromEntries(endpoint.upload.types.map((type) => [type, {}])),
      },
    }),
    responses: {
      ...successOf(endpoint, schemas),
      ...errorResponses(endpoint),
    },
    "x-access": endpoint.access,
    ...(endpoint.idempotent && { "x-idempotent": true as const }),
  };
}

function successOf(endpoint: Endpoint, schemas: EndpointSchemas): Record<string, Answer> {
  if (endpoint.file) return { 200: { description: "The file.", content: { [endpoint.file]: {} } } };
  if (!schemas.response) return { 204: { description: "Done. No body." } };
  return {
    [endpoint.status ?? 200]: { description: "The response.", content: json(schemas.response) },
  };
}

function parametersIn(where: "path" | "query", object: JsonSchema | undefined): Parameter[] {
  return Object.entries(object?.properties ?? {}).map(([name, { description, ...schema }]) => {
    const parameter: Parameter = { name, in: where, schema };
    if (description !== undefined) parameter.description = description;
    if (where === "path" || object?.required?.includes(name)) parameter.required = true;
    return parameter;
  });
}

function renamed(parameter: Parameter, from: string, to: string): Parameter {
  const position = bracesOf(from).indexOf(parameter.name);
  const name = bracesOf(to)[position];
  if (name === undefined) throw new TypeError(`${from} has no {${parameter.name}}`);
  return name === parameter.name ? parameter : { ...parameter, name, "x-input": parameter.name };
}

function bracesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/**
 * The codes that a call may return beyond the common ones: those that it declares, and those of its access and store
 * rules.
 */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  if (needsToken(endpoint.access) || endpoint.access.more) codes.add("UNAUTHENTICATED");
  // The caller may have a role in the store without the permission, or use an API key for a call that requires a user.
  const { allow } = endpoint.access;
  if (!allow.includes("public")) codes.add("FORBIDDEN");
  if (endpoint.access.limit !== undefined || endpoint.method !== "GET") codes.add("RATE_LIMITED");
  if (endpoint.store.by === "host" || (endpoint.store.by === "store" && endpoint.store.orHost))
    codes.add("UNKNOWN_HOST");
  return [...codes];
}

function errorResponses(endpoint: Endpoint): Record<string, ErrorAnswer | Reference> {
  const own = byStatus(errorCodesOf(endpoint));
  const answers: Record<string, ErrorAnswer | Reference> = {};
  for (const status of Object.keys(byStatus(commonErrors)))
    answers[status] = { $ref: `#/components/responses/Error${status}` };
  for (const [status, codes] of Object.entries(own))
    answers[status] = errorAnswer([
      ...new Set([...codes, ...(byStatus(commonErrors)[status] ?? [])]),
    ]);
  return answers;
}

function commonResponses(): Record<string, ErrorAnswer> {
  return Object.fromEntries(
    Object.entries(byStatus(commonErrors)).map(([status, codes]) => [
      `Error${status}`,
      errorAnswer(codes),
    ]),
  );
}

function byStatus(codes: readonly ErrorCode[]): Record<string, ErrorCode[]> {
  const groups: Record<string, ErrorCode[]> = {};
  for (const code of codes) (groups[errorStatus[code]] ??= []).push(code);
  return groups;
}

function errorAnswer(codes: ErrorCode[]): ErrorAnswer {
  return {
    description: codes.join(", "),
    content: json({ $ref: "#/components/schemas/ApiErrorBody" }),
    "x-codes": codes,
  };
}

const json = (schema: JsonSchema, example?: unknown): Content => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});
const parameterRef = (name: keyof typeof headerParameters): Reference => ({
  $ref: `#/components/parameters/${name}`,
});

const headerParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes a call safe to retry: for 24 hours the same key returns the first response to the same request, and 409 IDEMPOTENCY_KEY_REUSED for another request.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "The version that you read. If it has changed since, the call returns 412.",
    schema: { type: "string" },
  },
} as const satisfies Record<string, Parameter>;

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "An access token from login or refresh-token, valid for 15 minutes, or an API key of the store (vk_...), which has its own permissions in the store and belongs to no user.",
  },
  orderKey: {
    type: "apiKey",
    in: "header",
    name: "X-Order-Key",
    description: "The orderKey from the response that created the order. It is sent only once.",
  },
  orderCookie: {
    type: "apiKey",
    in: "cookie",
    name: "vetrina_order_{orderId}",
    description:
      "An httpOnly cookie that is set when the order is created or its link is opened. A signed-in buyer's cookie works until their session is ended.",
  },
};

/** Sentences that say who may make the call, and its limits. */
function accessText({ method, access }: Pick<Endpoint, "method" | "access">): string {
  // If anyone may make the call, the other grants don't matter.
  const grants = access.allow.includes("public") ? (["public"] as const) : access.allow;
  const words = grants.map((grant) => grantText(grant));
  const more = method === "GET" ? "get more" : "can do more";
  return [
    `Who may call: ${words.join(", or ")}.`,
    ...(access.peopleOnly ? ["Not allowed with an API key."] : []),
    ...(access.more
      ? [`Callers with the permission ${access.more} ${more}, as the summary says.`]
      : []),
    ...(access.limit ? [`At most ${access.limit} calls a minute from one address.`] : []),
  ].join(" ");
}

function grantText(grant: Grant): string {
  return isPermission(grant)
    ? `users with the permission ${grant} in the store`
    : grantTexts[grant];
}

const grantTexts: Record<Exclude<Grant, Permission>, string> = {
  public: "anyone",
  user: "any signed-in user",
  self: "the user named in the path",
  platform: "platform administrators",
  owner: "users with the role ADMIN in the store",
  "order-key": "callers with the order's key",
  customer: "the signed-in customer whose data it is",
  signed: "the payment provider",
};

function securityOf(access: Access): Operation["security"] {
  const ways: Operation["security"] = [];
  if (access.allow.some((g) => g === "public" || g === "signed")) ways.push({});
  if (access.more || access.allow.some((g) => needsBearer(g))) ways.push({ bearer: [] });
  if (access.allow.includes("order-key")) ways.push({ orderKey: [] }, { orderCookie: [] });
  return ways;
}

const needsBearer = (grant: Grant) =>
  grant !== "public" && grant !== "order-key" && grant !== "signed";
const needsToken = (access: Access) => !access.allow.some((g) => g === "public" || g === "signed");
const isPermission = (grant: Grant): grant is Permission =>
  (Permission.options as readonly string[]).includes(grant);
