import type { Access, Grant, ResourceKind } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/people/permissions";
import type { Actor } from "../../context.ts";
import { type Queryable, sql } from "../../database/sql.ts";
import { ApiFailure, notFound } from "../../errors.ts";
import { onlyStoreRefusal, openSessionsOnly } from "./only-store.ts";
import type { Credentials, OrderKey } from "./identify.ts";
import { isSqlState } from "../../database/sql-state.ts";

export type Granted = {
  actor: Actor;
  grant: Grant;
  seesMore: boolean;
  /**
   * Checked again by each of the call's transactions, because the caller may lose permissions while a slow body arrives
   * or the call waits for a connection.
   */
  needs: readonly (Permission | "OWNER")[];
};

/** Facts about a caller that only the database knows. */
export type Ties = {
  /** A user's permissions in a store; null without access to it. */
  permissionsOf(userId: string, storeId: string): Promise<readonly string[] | null>;
  /** Whether the order exists and this key gives access to it now. */
  opensOrder(orderId: string, key: OrderKey): Promise<boolean>;
  /** The user's customer id in a store; null if there is none, or if `thing` belongs to someone else. */
  customerOf(userId: string, storeId: string, thing: Thing | null): Promise<string | null>;
};

/** The resource that an id in the call names. */
export type Thing = { kind: ResourceKind; id: string };

/** The subject of a call, according to its path, query and body. */
export type Subject = {
  /** The noun in the NOT_FOUND message. */
  what: string;
  storeId: string | null;
  thing: Thing | null;
  /** The order whose key could authorize the call. */
  orderId: string | null;
  userId: string | null;
};

export function tiesFrom(app: Queryable): Ties {
  return {
    async permissionsOf(userId, storeId) {
      const row = await app.row<{ held: string[] | null }>(
        sql`select door.permissions_of(${userId}, ${storeId}) as held`,
      );
      return row?.held ?? null;
    },
    async opensOrder(orderId, { hash, boundTo }) {
      try {
        await app.run(sql`select door.enter_order(${orderId}, ${hash}, ${boundTo})`);
        return true;
      } catch (error) {
        if (isSqlState(error, "notFound")) return false;
        throw error;
      }
    },
    async customerOf(userId, storeId, thing) {
      const row = await app.row<{ id: string | null }>(
        sql`select door.customer_of(${userId}, ${storeId}, ${thing?.kind ?? "store"}, ${thing?.id ?? null}) as id`,
      );
      return row?.id ?? null;
    },
  };
}

/**
 * Throws UNAUTHENTICATED if none of the credentials sent could authorize this call. Called before an id is looked up,
 * so that the error reveals nothing.
 */
export function requireCredentials(access: Access, credentials: Credentials): void {
  if (access.allow.includes("public") || access.allow.includes("signed")) return;
  if (credentials.user !== null || credentials.key !== null) return;
  if (credentials.orderKey !== null && access.allow.includes("order-key")) return;
  if (credentials.sentToken)
    throw new ApiFailure(
      "UNAUTHENTICATED",
      "The access token or API key is not valid. Refresh the token, sign in again or use another key.",
    );
  throw new ApiFailure(
    "UNAUTHENTICATED",
    access.allow.includes("order-key")
      ? "Sign in, or send the order's key as X-Order-Key."
      : "Sign in first.",
  );
}

/**
 * Determines the actor of this call. Without access, throws NOT_FOUND if the call is about a store or a user that the
 * caller may not know about, otherwise FORBIDDEN.
 */
export async function authorize(
  access: Access,
  sent: Credentials,
  subject: Subject,
  ties: Ties,
): Promise<Granted> {
  // The handler verifies the signature, which covers the body.
  if (access.allow.includes("signed"))
    return { actor: { kind: "anonymous" }, grant: "signed", seesMore: false, needs: [] };
  const credentials = credentialsIn(subject.storeId, sent);
  const { user, key } = credentials;
  const all = await heldBy(credentials, subject.storeId, ties);
  const held = user?.onlyStore === undefined ? all : withoutOpenOnly(all);
  const more = access.more !== undefined && held?.includes(access.more) ? access.more : null;
  const asCaller = (grant: Grant): Granted => ({
    actor: callerOf(credentials),
    grant,
    seesMore: more !== null,
    needs: [
      ...(grant === "owner" ? (["OWNER"] as const) : isPermission(grant) ? [grant] : []),
      ...(more === null ? [] : [more]),
    ],
  });
  const grant = access.allow.find(
    (g) =>
      (user !== null && grantsUser(g, user, held, subject.userId)) ||
      (key !== null && access.peopleOnly !== true && grantsKey(g, held)),
  );
  if (grant !== undefined) return asCaller(grant);
  const customer = await asCustomer(access, credentials, subject, ties);
  if (customer !== null) return customer;
  if (access.allow.includes("public")) return publicCaller(asCaller("public"));
  const { orderKey } = credentials;
  const { orderId } = subject;
  if (access.allow.includes("order-key") && orderKey !== null && orderId !== null) {
    // Checked before the body, so that its validation errors don't reveal to a caller with a wrong key that the order
    // exists.
    if (!(await ties.opensOrder(orderId, orderKey))) throw notFound(subject.what);
    const { hash: keyHash, boundTo } = orderKey;
    const actor = { kind: "order", orderId, keyHash, boundTo } as const;
    return { actor, grant: "order-key", seesMore: false, needs: [] };
  }
  if (sent.user !== null && user === null && (await couldOpen(access, sent.user, subject, ties)))
    throw onlyStoreRefusal();
  if (held !== all && user !== null && access.allow.some((g) => grantsUser(g, user, all, null)))
    throw onlyStoreRefusal();
  const named = subject.storeId !== null || access.allow.includes("self");
  if (held === null && named) throw notFound(subject.what);
  throw new ApiFailure(
    "FORBIDDEN",
    key === null
      ? "Your role does not allow this. Ask the store's owner or a platform administrator."
      : "This API key does not allow this. Use another key, or sign in.",
  );
}

/** Returns the credentials without the user if the session is limited to a store other than this one. */
export function credentialsIn(storeId: string | null, credentials: Credentials): Credentials {
  const onlyStore = credentials.user?.onlyStore;
  const isElsewhere = onlyStore !== undefined && storeId !== null && storeId !== onlyStore;
  return isElsewhere ? { ...credentials, user: null } : credentials;
}

/**
 * Whether the user might have access with a session that isn't limited to another store: the call allows every user or
 * this customer, or the user has a role in the store. If not, the usual error is thrown, which reveals nothing.
 */
async function couldOpen(
  access: Access,
  { userId }: { userId: string },
  { storeId, thing }: Subject,
  ties: Ties,
): Promise<boolean> {
  if (storeId === null) return false;
  if (access.allow.includes("user")) return true;
  if ((await ties.permissionsOf(userId, storeId)) !== null) return true;
  return (
    access.allow.includes("customer") && (await ties.customerOf(userId, storeId, thing)) !== null
  );
}

/**
 * The caller's permissions in the store; null for anonymous callers, users without access to it, and API keys of other
 * stores.
 */
async function heldBy(
  { user, key }: Credentials,
  storeId: string | null,
  ties: Ties,
): Promise<readonly string[] | null> {
  if (storeId === null) return null;
  if (key !== null) return key.storeId === storeId ? key.permissions : null;
  return user === null ? null : ties.permissionsOf(user.userId, storeId);
}

function withoutOpenOnly(held: readonly string[] | null): readonly string[] | null {
  return held?.filter((one) => !openSessionsOnly.has(one)) ?? null;
}

function callerOf({ user, key }: Credentials): Actor {
  if (key !== null) return { kind: "apiKey", keyId: key.keyId, keyHash: key.keyHash };
  return user === null ? { kind: "anonymous" } : { kind: "user", ...user };
}

async function asCustomer(
  access: Access,
  { user }: Credentials,
  { storeId, thing, orderId }: Subject,
  ties: Ties,
): Promise<Granted | null> {
  if (user === null || storeId === null || !access.allow.includes("customer")) return null;
  const customerId = await ties.customerOf(user.userId, storeId, thing);
  if (customerId === null) return null;
  const { userId, sessionId } = user;
  return {
    actor: { kind: "customer", userId, sessionId, customerId, orderId },
    grant: "customer",
    seesMore: false,
    needs: [],
  };
}

/** Makes callers without the endpoint's `more` permission anonymous, so that they read what the public reads. */
function publicCaller(granted: Granted): Granted {
  return granted.seesMore ? granted : { ...granted, actor: { kind: "anonymous" } };
}

/**
 * Whether the grant admits an API key with these permissions. A key is not a user: never an owner, an administrator or
 * a customer.
 */
function grantsKey(grant: Grant, held: readonly string[] | null): boolean {
  return isPermission(grant) && (held?.includes(grant) ?? false);
}

function isPermission(grant: Grant): grant is Permission {
  return (Permission.options as readonly string[]).includes(grant);
}

function grantsUser(
  grant: Grant,
  user: NonNullable<Credentials["user"]>,
  held: readonly string[] | null,
  subjectUserId: string | null,
): boolean {
  if (isPermission(grant)) return held?.includes(grant) ?? false;
  switch (grant) {
    case "user":
      return true;
    case "platform":
      return user.isPlatformAdmin;
    case "self":
      return user.isPlatformAdmin || subjectUserId === user.userId;
    case "owner":
      return held?.includes("OWNER") ?? false;
    default:
      return false;
  }
}
