import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./people/permissions.ts";

/**
 * Who may make a call. `public`: anyone. `user`: any signed-in user. `self`: the user named in the path (`userId`,
 * else `id`), or a platform administrator. `platform`: a platform administrator. `owner`: role ADMIN in the store.
 * `order-key`: the holder of the key given when the order was created. `customer`: the signed-in customer who owns the
 * resource, or any signed-in customer of the store if the call names only the store. `signed`: a valid signature of
 * the provider.
 */
export type Grant =
  | Permission
  | "public"
  | "user"
  | "self"
  | "platform"
  | "owner"
  | "order-key"
  | "customer"
  | "signed";

export type Access = {
  /** Any one of these permissions is enough. */
  allow: readonly [Grant, ...Grant[]];
  /** API keys are refused even if they hold the permission. */
  peopleOnly?: true;
  /** With this permission, a public call returns more rows, fields or filters. */
  more?: Permission;
  /** Maximum calls per minute and IP address, counted across all processes. */
  limit?: number;
  /** A path parameter whose values are each limited too, across all IP addresses, to prevent distributed guessing. */
  limitTarget?: string;
};

/** The resources an id can name. The server looks up the store of the resource. */
export type ResourceKind =
  | "order"
  | "draft order"
  | "payment provider"
  | "product"
  | "variant"
  | "review"
  | "collection"
  | "upsell"
  | "transaction"
  | "customer"
  | "address"
  | "role"
  | "API key"
  | "location"
  | "media"
  | "transfer"
  | "stock count"
  | "shipment"
  | "discount"
  | "code batch"
  | "domain"
  | "policy"
  | "region"
  | "shipping provider"
  | "shipping rate"
  | "tax rate"
  | "language"
  | "translation"
  | "import"
  | "export"
  | "bulk edit"
  | "webhook event"
  | "difference";

/**
 * Which store a call is about: the one named in the path, query or body (`store`: id, slug or domain), the store that
 * owns the named resource, the store of the Host header (`host`), or none (`none`: the call is about the platform or
 * the user).
 */
export type StoreOf =
  | { by: "store"; in: "params" | "query" | "body"; field: string; orHost?: true }
  | { by: "resource"; kind: ResourceKind; in: "params" | "query" | "body"; field: string }
  | { by: "host" }
  | { by: "none" };

export type Upload = {
  types: readonly [string, ...string[]];
  maxBytes: number;
  /** The handler receives the body as a stream. */
  streamed?: true;
};

/** Maximum bytes of a JSON body: from anonymous callers, from anonymous callers who send a cart, from users and API keys. */
export const maxBodyBytes = { anonymous: 64 * 1024, cart: 256 * 1024, identified: 1024 * 1024 };

export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below /api/v1, with parameters in braces: /orders/{id}. */
  path: string;
  summary: string;
  access: Access;
  store: StoreOf;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.core.$ZodType;
  /** A body for the API's documentation that works in a new store. If absent, one is generated from the schema. */
  example?: unknown;
  /** The body contains a cart, so anonymous callers may send more bytes than elsewhere. */
  takesCart?: true;
  /** Takes a file of one of these media types, up to a number of bytes, instead of a JSON body. */
  upload?: Upload;
  /** The body of the response. Without a `response` or a `file`, the response is 204 without a body. */
  response?: z.core.$ZodType;
  /** Responds with a file of this media type for download instead of JSON. */
  file?: "application/pdf" | "application/octet-stream";
  /** The success status; 200 if absent. */
  status?: 200 | 201 | 202;
  /** Error codes in addition to commonErrors. */
  errors: readonly ErrorCode[];
  /** Honors Idempotency-Key. For POST calls that move money or stock, or that would create a duplicate if repeated. */
  idempotent?: true;
  /** The response contains personal data, so it is sent with no-store, and its path is masked in logs. */
  personal?: true;
};

/** Checks the shape of an endpoint and keeps its exact type, from which everything else is derived. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
