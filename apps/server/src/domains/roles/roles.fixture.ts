import { expect } from "vitest";
import type { RoleType } from "@vetrina/contract/enumerations";
import type { Permission } from "@vetrina/contract/people/permissions";
import { seedSession, seedStore } from "#tests/seed.ts";
import type { Client, World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { seedUser } from "../users/user.fixture.ts";

export type Person = Client & { userId: string; email: string };

/** Creates a signed-in user without a role in any store. */
export async function person(world: World, email?: string): Promise<Person> {
  const user = await seedUser(world, email);
  const accessToken = await seedSession(world, user.id);
  return { ...world.client({ accessToken }), userId: user.id, email: user.email };
}

/** Creates a user who holds one of the store's built-in roles, or a new role with these permissions. */
export async function member(
  world: World,
  storeId: string,
  holds: RoleType | readonly Permission[],
): Promise<Person> {
  const made = await person(world);
  const roleId =
    typeof holds === "string"
      ? await builtInRole(world, storeId, holds)
      : await seedRole(world, storeId, holds);
  await queryable(world.admin).run(sql`
    insert into shop.role_assignments (store_id, user_id, role_id) values (${storeId}, ${made.userId}, ${roleId})`);
  return made;
}

/** Creates a store that the user owns, in addition to any others. */
export async function storeOf(world: World, { userId }: Pick<Person, "userId">): Promise<string> {
  const storeId = await seedStore(world);
  const roleId = await builtInRole(world, storeId, "ADMIN");
  await queryable(world.admin).run(sql`
    insert into shop.role_assignments (store_id, user_id, role_id) values (${storeId}, ${userId}, ${roleId})`);
  return storeId;
}

export async function builtInRole(world: World, storeId: string, type: RoleType): Promise<string> {
  const row = await queryable(world.admin).row<{ id: string }>(sql`
    select id from shop.roles where store_id = ${storeId} and type = ${type} and is_built_in`);
  return row?.id ?? "";
}

/** Inserts a custom role of the store directly. */
export async function seedRole(
  world: World,
  storeId: string,
  permissions: readonly Permission[],
): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.roles (store_id, id, type, name, permissions)
    values (${storeId}, ${id}, 'STAFF', ${id}, ${permissions})`);
  return id;
}

/** Reads the audit entries of an entity, oldest first. */
export async function audited(world: World, entityId: string) {
  return queryable(world.admin).rows<{
    action: string;
    actor: string | null;
    before: unknown;
    after: unknown;
  }>(sql`
    select action, actor_id as actor, before, after from shop.audit_entries
    where entity_id = ${entityId} order by id`);
}

/** Expects each of the running calls to be rejected with this failure. */
export async function expectRefused(calls: Promise<unknown>[], failure: object): Promise<void> {
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: "rejected", reason: failure });
}
