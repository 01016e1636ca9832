import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Access } from "@vetrina/contract/endpoint";
import type { AccessTokens, TokenHolder } from "../../auth/access-token.ts";
import { findKeyHolder, isApiKey, type KeyHolder } from "../../auth/api-key.ts";
import { type Queryable, sql } from "../../database/sql.ts";
import { cookieOf } from "../cookies.ts";

/** `onlyStore`: the only store that the session gives access to. Such a session has no access to the platform. */
export type SignedInUser = TokenHolder & { onlyStore?: string };

/** `boundTo`: the session, or the activation of a custom domain, whose end also ends this access; null: neither. */
export type OrderKey = { hash: Buffer; boundTo: string | null };

/** The credentials of a request. authorize() decides what they allow. */
export type Credentials = {
  user: SignedInUser | null;
  /** The API key sent in place of a token, if it is active. */
  key: KeyHolder | null;
  /** A token was sent, valid or not. */
  sentToken: boolean;
  /** The order's key, if one was sent for this order. */
  orderKey: OrderKey | null;
};

/** Lookups that identify the bearer of a token. */
export type Identities = {
  tokens: AccessTokens;
  /** The user's current data; null if the session has ended or the user was deleted, whatever the token says. */
  standing(holder: TokenHolder): Promise<SignedInUser | null>;
  /** The holder of this API key, if the key may be used now. */
  keyHolder(key: string): Promise<KeyHolder | null>;
  /** The key that the cookie of this order proves. */
  keyInCookie(orderId: string, value: string): OrderKey;
};

export function identitiesFrom(
  app: Queryable,
  tokens: AccessTokens,
  now: () => Date,
  noteUse: (keyId: string) => void,
): Omit<Identities, "keyInCookie"> {
  return {
    tokens,
    async standing({ userId, sessionId }) {
      const row = await app.row<{ isPlatformAdmin: boolean; onlyStore: string | null }>(sql`
        select u.is_platform_admin as "isPlatformAdmin", s.only_store as "onlyStore" from shop.sessions s join shop.users u on u.id = s.user_id
        where s.id = ${sessionId} and s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now()}
          and u.deleted_at is null`);
      if (row === undefined) return null;
      const { onlyStore, isPlatformAdmin } = row;
      if (onlyStore === null) return { userId, sessionId, isPlatformAdmin };
      return { userId, sessionId, isPlatformAdmin: false, onlyStore };
    },
    async keyHolder(key) {
      const holder = await findKeyHolder(app, key);
      if (holder !== null) noteUse(holder.keyId);
      return holder;
    },
  };
}

export async function identify(
  request: FastifyRequest,
  access: Access,
  identities: Identities,
  orderId: string | null,
): Promise<Credentials> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const isKey = token !== undefined && isApiKey(token);
  const holder = token === undefined || isKey ? null : await identities.tokens.verify(token);
  return {
    // A signature can't be revoked, so the session is checked: it may have ended, or its user may have been deleted.
    user: holder === null || !needsIdentity(access) ? holder : await identities.standing(holder),
    key: isKey ? await identities.keyHolder(token) : null,
    sentToken: token !== undefined,
    orderKey: orderId === null ? null : orderKeyOf(request, identities, orderId),
  };
}

/** Whether the caller's session must be looked up. It isn't if every caller gets the same response. */
export function needsIdentity({ allow, more }: Access): boolean {
  return more !== undefined || allow.some((grant) => grant !== "public");
}

export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The name of the cookie that opens an order, which scripts can't read. */
export function orderCookieName(orderId: string): string {
  return `vetrina_order_${orderId}`;
}

function orderKeyOf(
  request: FastifyRequest,
  identities: Identities,
  orderId: string,
): OrderKey | null {
  const header = request.headers["x-order-key"];
  if (typeof header === "string" && header !== "") return { hash: hashKey(header), boundTo: null };
  const cookie = cookieOf(request, orderCookieName(orderId));
  return cookie === null ? null : identities.keyInCookie(orderId, cookie);
}
