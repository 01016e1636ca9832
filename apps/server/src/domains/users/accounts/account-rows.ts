import { type Queryable, sql } from "../../../platform/database/sql.ts";

export type NewAccount = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  /** When the address was verified; null if it never was. */
  emailVerifiedAt: Date | null;
};

/** Inserts an account. Returns false if the address already has one. */
export async function insertAccount(
  tx: Queryable,
  { id, email, name, passwordHash, emailVerifiedAt }: NewAccount,
  at: Date,
): Promise<boolean> {
  const made = await tx.run(sql`
    insert into shop.users (id, email, name, password_hash, email_verified_at, created_at)
    values (${id}, ${email}, ${name}, ${passwordHash}, ${emailVerifiedAt}, ${at})
    on conflict (lower(email)) where deleted_at is null do nothing`);
  return made > 0;
}

/**
 * Marks an address as verified after the user has used a token emailed to `email` (in lower case). Returns false if the
 * user's address is a different one.
 */
export async function proveAddress(
  tx: Queryable,
  userId: string,
  email: string,
  at: Date,
): Promise<boolean> {
  const proven = await tx.run(sql`
    update shop.users set email_verified_at = coalesce(email_verified_at, ${at})
    where id = ${userId} and lower(email) = ${email} and deleted_at is null`);
  return proven > 0;
}
