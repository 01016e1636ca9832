import type { HeldRole, Role } from "@vetrina/contract/people/roles";
import type { Transaction } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

export type RoleRow = Omit<Role, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

export const roleColumns = sql`r.store_id as "storeId", r.id, r.name, r.type, r.permissions, r.is_built_in as "isBuiltIn", r.version,
  r.created_at as "createdAt", r.updated_at as "updatedAt",
  (select count(*)::int from shop.role_assignments a join shop.users u on u.id = a.user_id and u.deleted_at is null
    where a.store_id = r.store_id and a.role_id = r.id) as "userCount"`;

/** Throws NOT_FOUND. */
export async function readRole(tx: Transaction, id: string): Promise<Role> {
  const row = await tx.row<RoleRow>(
    sql`select ${roleColumns} from shop.roles r where r.store_id = ${tx.storeId} and r.id = ${id}`,
  );
  if (row === undefined) throw notFound("role");
  return roleToWire(row);
}

/** Reads a user's roles in the store, for its staff. */
export function readRolesOf(tx: Transaction, userId: string): Promise<HeldRole[]> {
  return tx.rows<HeldRole>(
    sql`select id, name, type, permissions from door.roles_in(${userId}, ${tx.storeId})`,
  );
}

/**
 * Reads the caller's roles. Uses a different SECURITY DEFINER function than readRolesOf(), because callers may ask
 * about stores where they have no role and therefore no access.
 */
export function readOwnRoles(db: Queryable, actorId: string, storeId: string): Promise<HeldRole[]> {
  return db.rows<HeldRole>(
    sql`select id, name, type, permissions from door.own_roles(${actorId}, ${storeId})`,
  );
}

/** Reads the ids of users who hold a role of type ADMIN in the store and accepted it. */
export async function readOwners(db: Queryable, storeId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select o as id from door.owners_of(${storeId}) o`);
  return rows.map(({ id }) => id);
}

/** Reads the ids of the users who hold a role of the store. */
export async function readHolders(tx: Transaction, roleId: string): Promise<string[]> {
  const rows = await tx.rows<{ userId: string }>(sql`
    select a.user_id as "userId" from shop.role_assignments a
    join shop.users u on u.id = a.user_id and u.deleted_at is null
    where a.store_id = ${tx.storeId} and a.role_id = ${roleId} order by a.user_id`);
  return rows.map(({ userId }) => userId);
}

export function roleToWire(row: RoleRow): Role {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
