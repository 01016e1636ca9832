import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./people/permissions.ts";

/**
 * Who may make a call. `public`: anyone. `user`: any signed-in user. `self`: the user named in the path (`userId`, else
 * `id`), or a platform administrator. `platform`: a platform administrator. `owner`: role ADMIN in the store.
 * `order-key`: the holder of the key given when the order was created. `customer`: the signed-in customer who owns the
 * resource, or any signed-in customer of the store if the call names only the store. `signed`: the payment provider,
 * identified by its signature or, for Mollie, by the token in the path.
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
  /** Any one of these grants is enough. */
  allow: readonly [Grant, ...Grant[]];
  /** API keys are rejected even if they have the permission. */
  peopleOnly?: true;
  /** Callers with this permission get more rows or fields, or may send more filters or content. */
  more?: Permission;
  /** Maximum number of calls per minute and IP address, counted across all server processes. */
  limit?: number;
  /**
   * The name of a path parameter. All calls with the same value of it also share one limit, whatever their IP
   * addresses, to prevent distributed guessing.
   */
  limitTarget?: string;
};

/** The kinds of resources that an id can identify. The server looks up which store a resource belongs to. */
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
 * How a call's store is found. `store`: by its id, slug or domain in the path, query or body. `resource`: it is the
 * store that owns the named resource. `host`: by the Host header. `none`: the call is about the platform or the user.
 */
export type StoreOf =
  | { by: "store"; in: "params" | "query" | "body"; field: string; orHost?: true }
  | { by: "resource"; kind: ResourceKind; in: "params" | "query" | "body"; field: string }
  | { by: "host" }
  | { by: "none" };

export type Upload = {
  types: readonly [string, ...string[]];
  maxBytes: number;
  /** Whether the handler receives the body as a stream. */
  streamed?: true;
};

/**
 * Maximum size of a JSON body in bytes. `identified`: from staff and API keys. `cart`: from others, if the call takes a
 * cart or is for any signed-in user. `anonymous`: all other bodies.
 */
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
  /**
   * An example body for the API's documentation. Its ids are placeholders. If missing, an example is generated from the
   * schema.
   */
  example?: unknown;
  /** Whether the body contains a cart, so that shoppers may send more bytes. */
  takesCart?: true;
  /** Set if the call takes a file instead of a JSON body: the allowed media types, and the maximum number of bytes. */
  upload?: Upload;
  /** The body of the response. Without a `response` or a `file`, the response is 204 without a body. */
  response?: z.core.$ZodType;
  /** The media type of the file that the call returns instead of JSON. */
  file?: "application/pdf" | "application/octet-stream";
  /** The status of a successful response. Default: 200. */
  status?: 200 | 201 | 202;
  /** Error codes in addition to commonErrors. */
  errors: readonly ErrorCode[];
  /**
   * Whether the call honors Idempotency-Key. For POST calls that move money or stock, or whose repetition would create
   * a duplicate.
   */
  idempotent?: true;
  /**
   * Whether the response contains personal data. If so, it is sent with no-store, and the call's path is masked in
   * logs.
   */
  personal?: true;
};

/** Checks the shape of an endpoint while keeping its exact type, because other types are derived from it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
