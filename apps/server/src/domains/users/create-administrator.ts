import { generatePassword, hashPassword } from "../../platform/auth/password.ts";
import type { Config } from "../../platform/config.ts";
import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

export type Administrator = {
  userId: string;
  email: string;
  /** In clear text, only if this call generated it. It cannot be read again. */
  password: string | null;
};

/**
 * Ensures that a platform administrator exists; safe to call at each start and from several processes. Leaves an
 * existing administrator unchanged, regardless of ADMIN_EMAIL and ADMIN_PASSWORD. An existing user with that email
 * becomes administrator and keeps their password.
 */
export async function createAdministrator(
  services: Services,
  admin: Config["admin"],
): Promise<Administrator> {
  const db = queryable(services.database.worker);
  const existing = await db.row<{ userId: string; email: string }>(sql`
    select id as "userId", email from shop.users where is_platform_admin and deleted_at is null
    order by lower(email) <> lower(${admin.email}), created_at, id limit 1`);
  if (existing !== undefined) return { ...existing, password: null };
  const password = admin.password ?? generatePassword();
  const passwordHash = await hashPassword(password, "system");
  const made = await db.row<{ userId: string; email: string; isNew: boolean }>(sql`
    insert into shop.users as u (id, email, name, password_hash, is_platform_admin, created_at)
    values (${newId()}, ${admin.email.toLowerCase()}, 'Administrator', ${passwordHash}, true, ${services.now()})
    on conflict (lower(email)) where deleted_at is null do update set is_platform_admin = true
    returning id as "userId", email, (xmax = 0) as "isNew"`);
  if (made === undefined) throw new Error("no administrator was created");
  const { isNew, ...user } = made;
  return { ...user, password: isNew && admin.password === null ? password : null };
}
