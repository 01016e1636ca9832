import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./permissions.ts";

/**
 * Who may make a call. `public`: anyone. `user`: any signed-in user. `self`: the user named in the path (`userId`, else
 * `id`), or a platform administrator. `platform`: a platform administrator. `owner`: role ADMIN in the store. `order-key`:
 * who holds the key given when the order was made. `customer`: the signed-in customer the resource belongs to, or, where
 * the call names only the store, any customer of it. `signed`: the provider's signature.
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
  /** Any one of these is enough. */
  allow: readonly [Grant, ...Grant[]];
  /** An API key is refused even where it holds the permission. */
  peopleOnly?: true;
  /** With this permission a public call shows more rows, fields or filters. */
  more?: Permission;
  /** Calls a minute from one address, counted for all processes together. */
  limit?: number;
  /** A path parameter that is counted too, whoever asks: nobody guesses at one target from many addresses. */
  limitTarget?: string;
};

/** The things an id can name; the server alone turns such an id into its store. */
export type ResourceKind =
  | "order"
  | "product"
  | "variant"
  | "review"
  | "collection"
  | "upsell"
  | "payment"
  | "customer"
  | "address"
  | "role"
  | "API key"
  | "location"
  | "media"
  | "transfer"
  | "stock count"
  | "domain"
  | "policy"
  | "region"
  | "language"
  | "translation"
  | "import"
  | "export"
  | "bulk edit";

/**
 * Which store a call is about: the one a path, query or body field names (`store`: id, slug or domain), the one that
 * owns the named resource, the Host's (`host`), or none (`none`: the call is about the platform or the user).
 */
export type StoreOf =
  | { by: "store"; in: "params" | "query" | "body"; field: string; orHost?: true }
  | { by: "resource"; kind: ResourceKind; in: "params" | "query" | "body"; field: string }
  | { by: "host" }
  | { by: "none" };

export type Upload = {
  types: readonly [string, ...string[]];
  most: number;
  /** The handler gets it as it comes, piece by piece, and not whole. */
  streamed?: true;
};

/** Most bytes of a JSON body: of an anonymous caller, of one that sends a cart, of an identified user or API key. */
export const maxBodyBytes = { anonymous: 64 * 1024, cart: 256 * 1024, identified: 1024 * 1024 };

export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /api/v1, parameters in braces: /orders/{id}. */
  path: string;
  summary: string;
  access: Access;
  store: StoreOf;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.core.$ZodType;
  /** The body holds a cart: an anonymous caller may send more than elsewhere. */
  takesCart?: true;
  /** Instead of a body: a file of one of these media types as it is, of at most so many bytes. */
  upload?: Upload;
  /** Absent, and no file: 204 without a body. */
  response?: z.core.$ZodType;
  /** Instead of a response: the answer is a file of this media type, to be saved under a name. */
  file?: "application/pdf" | "application/octet-stream";
  /** 200 unless said otherwise. */
  status?: 200 | 201 | 202;
  /** Beyond commonErrors. */
  errors: readonly ErrorCode[];
  /** A POST that moves money or pieces, or makes what a second one would make again, honors Idempotency-Key. */
  idempotent?: true;
  /** The answer holds personal data: no-store, and its path is masked in logs. */
  personal?: true;
};

/** Checks the shape and keeps the exact type: everything else is derived from these plain objects. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
