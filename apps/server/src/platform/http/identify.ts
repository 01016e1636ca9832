import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { AccessTokens, TokenHolder } from "../auth/access-token.ts";

/** What a request brings to show who it is; nothing of it is believed before authorize() has checked it. */
export type Credentials = {
  user: TokenHolder | null;
  /** A token was sent, whether it is good or not. */
  sentToken: boolean;
  /** The order key's hash, where one came for this order. */
  orderKeyHash: Buffer | null;
};

export async function identify(
  request: FastifyRequest,
  tokens: AccessTokens,
  orderId: string | null,
): Promise<Credentials> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const key = orderId === null ? null : orderKeyOf(request, orderId);
  return {
    user: token === undefined ? null : await tokens.verify(token),
    sentToken: token !== undefined,
    orderKeyHash: key === null ? null : hashKey(key),
  };
}

export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The order key's cookie: one for each order, seen by no script. */
export function orderCookieName(orderId: string): string {
  return `vetrina_order_${orderId}`;
}

function orderKeyOf(request: FastifyRequest, orderId: string): string | null {
  const header = request.headers["x-order-key"];
  if (typeof header === "string" && header !== "") return header;
  return cookie(request.headers.cookie, orderCookieName(orderId));
}

export function cookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
