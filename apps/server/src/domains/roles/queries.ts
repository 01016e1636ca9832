import type { HeldRole, Role, roles, StaffMember } from "@vetrina/contract/roles";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type RoleRow = Omit<Role, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const columns = sql`r.store_id as "storeId", r.id, r.name, r.type, r.permissions, r.is_built_in as "isBuiltIn", r.version,
  r.created_at as "createdAt", r.updated_at as "updatedAt",
  (select count(*)::int from shop.role_assignments a join shop.users u on u.id = a.user_id and u.deleted_at is null
    where a.store_id = r.store_id and a.role_id = r.id) as holders`;

export async function listRoles(
  ctx: Context,
  { page, limit }: Input<typeof roles.listRoles>,
): Promise<Output<typeof roles.listRoles>> {
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<RoleRow>(sql`
      select ${columns} from shop.roles r where r.store_id = ${tx.storeId}
      order by r.is_built_in desc, array_position('{ADMIN,MANAGER,STAFF,CUSTOMER}', r.type), lower(r.name)
      limit ${limit} offset ${(page - 1) * limit}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.roles where store_id = ${tx.storeId}`,
    );
    return { items: rows.map(toWire), page, limit, total: count?.total ?? 0 };
  });
}

export function getRole(ctx: Context, { id }: Input<typeof roles.getRole>): Promise<Role> {
  return ctx.tx((tx) => readRole(tx, id));
}

/** Throws NOT_FOUND. */
export async function readRole(tx: Transaction, id: string): Promise<Role> {
  const row = await tx.row<RoleRow>(
    sql`select ${columns} from shop.roles r where r.store_id = ${tx.storeId} and r.id = ${id}`,
  );
  if (row === undefined) throw notFound("role");
  return toWire(row);
}

/** A user's roles in the store, for its staff. */
export function readRolesOf(tx: Transaction, userId: string): Promise<HeldRole[]> {
  return tx.rows<HeldRole>(
    sql`select id, name, type, permissions from door.roles_in(${userId}, ${tx.storeId})`,
  );
}

/** Uses a SECURITY DEFINER function of its own: callers may ask for their own roles in stores where they have none. */
export function readOwnRoles(db: Queryable, actorId: string, storeId: string): Promise<HeldRole[]> {
  return db.rows<HeldRole>(
    sql`select id, name, type, permissions from door.own_roles(${actorId}, ${storeId})`,
  );
}

/** Users who hold a role of type ADMIN in the store and accepted it. */
export async function readOwners(db: Queryable, storeId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select o as id from door.owners_of(${storeId}) o`);
  return rows.map(({ id }) => id);
}

/** The users who hold a role of the store. */
export async function readHolders(tx: Transaction, roleId: string): Promise<string[]> {
  const rows = await tx.rows<{ userId: string }>(sql`
    select a.user_id as "userId" from shop.role_assignments a
    join shop.users u on u.id = a.user_id and u.deleted_at is null
    where a.store_id = ${tx.storeId} and a.role_id = ${roleId} order by a.user_id`);
  return rows.map(({ userId }) => userId);
}

type StaffRow = Omit<StaffMember, "lastLoginAt"> & { lastLoginAt: Date | null };

/**
 * Reads the page's people first, then their roles and sessions: at most three look-ups per person. Users who haven't
 * accepted their role are shown and sorted by id only. Only logins at the store's own hosts or the platform's are
 * considered.
 */
export async function listStaff(
  ctx: Context,
  { page, limit }: Input<typeof roles.listStaff>,
): Promise<Output<typeof roles.listStaff>> {
  return ctx.tx(async (tx) => {
    const staff = sql`
      select a.user_id, bool_or(a.joined) as accepted from shop.role_assignments a
      join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type <> 'CUSTOMER'
      join shop.users u on u.id = a.user_id and u.deleted_at is null
      where a.store_id = ${tx.storeId} group by a.user_id`;
    const rows = await tx.rows<StaffRow>(sql`
      select u.id as "userId", u.accepted as "hasAccepted", u.name, u.email, held.roles, login.at as "lastLoginAt",
        u.id in (select door.owners_of(${tx.storeId})) as "isOwner"
      from (select u.id, s.accepted, case when s.accepted then u.name end as name,
          case when s.accepted then u.email end as email
        from (${staff}) s join shop.users u on u.id = s.user_id
        order by not s.accepted, case when s.accepted then lower(u.name) end, u.id
        limit ${limit} offset ${(page - 1) * limit}) u
      cross join lateral (
        select coalesce(jsonb_agg(to_jsonb(r)), '[]') as roles from door.roles_in(u.id, ${tx.storeId}) r) held
      cross join lateral (select max(s.created_at) as at from shop.sessions s
        where u.accepted and s.user_id = u.id and (s.opened_at_store is null or s.opened_at_store = ${tx.storeId})) login
      order by not u.accepted, lower(u.name), u.id`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from (${staff}) counted`,
    );
    return { items: rows.map(toMember), page, limit, total: count?.total ?? 0 };
  });
}

function toMember(row: StaffRow): StaffMember {
  return { ...row, lastLoginAt: row.lastLoginAt?.toISOString() ?? null };
}

function toWire(row: RoleRow): Role {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
