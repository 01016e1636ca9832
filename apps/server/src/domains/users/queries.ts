import type { User } from "@vetrina/contract/people/users";
import type { Services } from "../../platform/context.ts";
import { type Queryable, queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { PresentedToken } from "./rules.ts";

export type FoundLogin = {
  id: string;
  passwordHash: string;
  emailVerifiedAt: Date | null;
  hasTotp: boolean;
};

const hasTotp = sql`exists (
  select from shop.second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasTotp"`;

/** Reads what login needs to know about a user. Undefined if no account has the (normalized) email. */
export function findLogin(db: Queryable, email: string): Promise<FoundLogin | undefined> {
  return db.row(sql`
    select id, password_hash as "passwordHash", email_verified_at as "emailVerifiedAt", ${hasTotp}
    from shop.users u where lower(email) = lower(${email}) and deleted_at is null`);
}

/**
 * Whether the user's credentials are unchanged. Locks the user until the transaction ends; everything that ends a
 * user's sessions takes that lock first (sessions.ts).
 */
export async function lockLogin(tx: Queryable, found: FoundLogin): Promise<boolean> {
  const { id, passwordHash } = found;
  const same = await tx.row(sql`
    select from shop.users where id = ${id} and password_hash = ${passwordHash} and deleted_at is null for share`);
  if (same === undefined) return false;
  const now = await tx.row<{ hasTotp: boolean }>(
    sql`select ${hasTotp} from shop.users u where id = ${id}`,
  );
  return now?.hasTotp === found.hasTotp;
}

/** Returns null for a deleted user. */
export async function findPassword(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.row<{ hash: string }>(sql`
    select password_hash as hash from shop.users where id = ${userId} and deleted_at is null`);
  return row?.hash ?? null;
}

/** Throws NOT_FOUND with this message if the user's two-step verification is off. */
export async function requireSecondFactor(
  { database }: Pick<Services, "database">,
  userId: string,
  message: string,
): Promise<void> {
  const factor = await queryable(database.app).row(sql`
    select from shop.second_factors where user_id = ${userId} and confirmed_at is not null`);
  if (factor === undefined) throw new ApiFailure("NOT_FOUND", message);
}

/**
 * A user with their roles, sorted by store name; null for a deleted user. `onlyStore` limits the roles to the store
 * that the session is bound to.
 */
export async function readUser(
  db: Queryable,
  userId: string,
  onlyStore: string | null,
): Promise<User | null> {
  const user = await db.row<Omit<User, "createdAt" | "roles"> & { createdAt: Date }>(sql`
    select id, email, name, is_platform_admin as "isPlatformAdmin", created_at as "createdAt", ${hasTotp}
    from shop.users u where id = ${userId} and deleted_at is null`);
  if (user === undefined) return null;
  const roles = await db.rows<User["roles"][number]>(sql`
    select store_id as "storeId", store_name as "storeName", type as role, permissions
    from door.roles_of(${userId}) where store_id = coalesce(${onlyStore}, store_id)`);
  return { ...user, createdAt: user.createdAt.toISOString(), roles };
}

export type FoundToken = PresentedToken & {
  sessionId: string;
  userId: string;
  isPlatformAdmin: boolean;
  /** The only store that the session can access. */
  onlyStore: string | null;
  lastUsedAt: Date;
};

export async function findRefreshToken(
  db: Queryable,
  hash: Buffer,
): Promise<FoundToken | undefined> {
  const row = await db.row<
    Omit<FoundToken, "rotatedBy"> & { network: Buffer | null; device: Buffer | null }
  >(sql`
    select t.rotated_at as "rotatedAt", t.rotated_network as network, t.rotated_device as device, s.id as "sessionId",
      s.expires_at as "sessionExpiresAt", s.revoked_at as "sessionRevokedAt", s.last_used_at as "lastUsedAt", s.only_store as "onlyStore",
      u.id as "userId", u.deleted_at as "userDeletedAt", u.is_platform_admin as "isPlatformAdmin"
    from shop.refresh_tokens t
    join shop.sessions s on s.id = t.session_id
    join shop.users u on u.id = s.user_id
    where t.hash = ${hash}`);
  if (row === undefined) return undefined;
  const { network, device, ...found } = row;
  const rotatedBy = network === null || device === null ? null : { network, device };
  return { ...found, rotatedBy };
}
