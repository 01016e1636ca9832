import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "@vetrina/contract/endpoint";
import type { Context } from "../context.ts";
import { ApiFailure } from "../errors.ts";
import type { Credentials } from "./callers/identify.ts";

type Repeatable = Pick<Credentials, "user" | "key" | "orderKey"> & {
  name: string;
  endpoint: Endpoint;
  /** The body as it was sent. */
  sent: unknown;
};

/** The caller's Idempotency-Key, if the endpoint accepts one. */
export function idempotencyOf(
  request: FastifyRequest,
  { endpoint, name, user, key: apiKey, orderKey, sent }: Repeatable,
): Context["idempotency"] {
  const key = request.headers["idempotency-key"];
  if (endpoint.idempotent !== true || typeof key !== "string" || key === "") return null;
  if (key.length > 200)
    throw new ApiFailure("VALIDATION_FAILED", "Idempotency-Key: Use at most 200 characters.");
  // Identifies the caller, not the token, because a client may repeat a request after it has refreshed its token.
  const caller = user?.userId ?? apiKey?.keyId ?? orderKey?.hash.toString("base64url") ?? "";
  const requestHash = createHash("sha256")
    .update(JSON.stringify([request.params, sent, caller]))
    .digest();
  return { key, operation: name, requestHash };
}

/** Reads the versions in If-Match. Proxies that compress a response make its ETag weak, so W/ is ignored. */
export function ifMatchOf(request: FastifyRequest): Context["ifMatch"] {
  const header = request.headers["if-match"]?.trim();
  if (header === undefined || header === "*") return null;
  return header.split(",").flatMap((tag) => {
    const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
