import type { User } from "@vetrina/contract/users";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { PresentedToken } from "./rules.ts";

/** What signing in needs to know of a user; undefined for an e-mail that nobody has. */
export function findLogin(
  db: Queryable,
  email: string,
): Promise<{ id: string; passwordHash: string } | undefined> {
  return db.row(sql`
    select id, password_hash as "passwordHash" from shop.users
    where lower(email) = lower(${email}) and deleted_at is null`);
}

/** A user with the roles held, by store name; null once deleted. */
export async function readUser(db: Queryable, userId: string): Promise<User | null> {
  const user = await db.row<Omit<User, "createdAt" | "roles"> & { createdAt: Date }>(sql`
    select id, email, name, is_platform_admin as "isPlatformAdmin", created_at as "createdAt"
    from shop.users where id = ${userId} and deleted_at is null`);
  if (user === undefined) return null;
  const roles = await db.rows<User["roles"][number]>(sql`
    select store_id as "storeId", store_name as "storeName", type as role, permissions
    from door.roles_of(${userId})`);
  return { ...user, createdAt: user.createdAt.toISOString(), roles };
}

export type FoundToken = PresentedToken & {
  sessionId: string;
  userId: string;
  isPlatformAdmin: boolean;
};

export function findRefreshToken(db: Queryable, hash: Buffer): Promise<FoundToken | undefined> {
  return db.row(sql`
    select t.rotated_at as "rotatedAt", s.id as "sessionId", s.expires_at as "sessionExpiresAt",
      s.revoked_at as "sessionRevokedAt", u.id as "userId", u.deleted_at as "userDeletedAt",
      u.is_platform_admin as "isPlatformAdmin"
    from shop.refresh_tokens t
    join shop.sessions s on s.id = t.session_id
    join shop.users u on u.id = s.user_id
    where t.hash = ${hash}`);
}
