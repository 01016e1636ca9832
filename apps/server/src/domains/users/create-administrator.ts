import { generatePassword, hashPassword } from "../../platform/auth/password.ts";
import type { Config } from "../../platform/config.ts";
import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

export type Administrator = {
  userId: string;
  email: string;
  /** In clear, only where this call generated it: it can't be read again. */
  password: string | null;
};

/**
 * Makes sure of a platform administrator, safe to call at every start and from several processes. Where there is one it
 * is returned as it is: neither ADMIN_EMAIL nor ADMIN_PASSWORD changes a user who exists. A user of that e-mail who is
 * no administrator becomes one, with the password as it was.
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
  const made = await db.row<{ userId: string; email: string; isNew: boolean }>(sql`
    insert into shop.users as u (id, email, name, password_hash, is_platform_admin, created_at)
    values (${newId()}, ${admin.email.toLowerCase()}, 'Administrator', ${await hashPassword(password)}, true, ${services.now()})
    on conflict (lower(email)) where deleted_at is null do update set is_platform_admin = true
    returning id as "userId", email, (xmax = 0) as "isNew"`);
  if (made === undefined) throw new Error("no administrator was made");
  const { isNew, ...user } = made;
  return { ...user, password: isNew && admin.password === null ? password : null };
}
