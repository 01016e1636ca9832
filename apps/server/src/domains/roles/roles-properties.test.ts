// @module-tag slow

import * as fc from "fast-check";
import { expect } from "vitest";
import { builtInRoles, Permission } from "@vetrina/contract/people/permissions";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { builtInRole, member, type Person, person } from "./roles.fixture.ts";

type Right = Permission | "OWNER";
type ModelRole = { id: string; rights: Right[]; isBuiltIn: boolean };
/** `accepted`: the roles that users had from the beginning or assigned to themselves. Only those make an owner. */
type Model = { roles: ModelRole[]; held: Set<string>[]; accepted: Set<string>[] };

/**
 * One step: who does it (`actor`), to whom, and the role or permissions. Numbers are taken modulo the number of
 * possible values.
 */
type Step = {
  kind: "create" | "change" | "delete" | "assign" | "revoke" | "remove";
  actor: number;
  target: number;
  role: number;
  permissions: Permission[];
};

/**
 * A step with random values. User 1, who may create and assign roles but isn't an owner, acts most often, because most
 * rejected steps are by this user.
 */
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(["create", "change", "change", "delete", "assign", "assign", "revoke", "remove"] as const),
  ),
  actor: fc.constantFrom(0, 1, 1, 1, 2, 3),
  target: fc.nat(3),
  role: fc.nat(8),
  permissions: fc.subarray([...Permission.options], { minLength: 1, maxLength: 3 }),
});

const rightsIn = (model: Model, user: number): Set<Right> =>
  new Set(
    model.roles.filter(({ id }) => model.held[user]?.has(id)).flatMap(({ rights }) => rights),
  );
const ownersIn = (model: Model): number[] =>
  model.accepted.flatMap((accepted, user) =>
    model.roles.some(({ id, rights }) => accepted.has(id) && rights.includes("OWNER"))
      ? [user]
      : [],
  );

/**
 * Whether the rules allow the step. An independent model of the server's rules, computed from everyone's permissions.
 */
function allows(model: Model, { kind, actor, target, role, permissions }: Step): boolean {
  const mine = rightsIn(model, actor);
  const holds = (rights: readonly Right[]) => rights.every((one) => mine.has(one));
  const subject = model.roles[role];
  const isOwned = (id: string) => ownersIn(model).some((user) => model.held[user]?.has(id));
  const isTouchable = (one: ModelRole) =>
    holds(one.rights) && (!isOwned(one.id) || mine.has("OWNER"));
  switch (kind) {
    case "create":
      return mine.has("MANAGE_ROLES") && holds(permissions);
    case "change":
      return (
        mine.has("MANAGE_ROLES") &&
        subject !== undefined &&
        isTouchable(subject) &&
        holds(permissions) &&
        !(subject.isBuiltIn && (subject.rights.length === 0 || subject.rights.includes("OWNER")))
      );
    case "delete":
      return (
        mine.has("MANAGE_ROLES") &&
        subject !== undefined &&
        isTouchable(subject) &&
        !subject.isBuiltIn &&
        model.held.every((roles) => !roles.has(subject.id))
      );
    case "assign":
      return mine.has("MANAGE_STAFF") && subject !== undefined && holds(subject.rights);
    case "revoke":
    case "remove": {
      const taken = model.roles.filter(
        (one) => model.held[target]?.has(one.id) && (kind === "remove" || one === subject),
      );
      const owners = ownersIn(model);
      const mayAsk =
        mine.has("MANAGE_STAFF") || (kind === "remove" && actor === target && mine.size > 0);
      const losesOwner = taken.some(({ rights }) => rights.includes("OWNER"));
      return (
        mayAsk &&
        holds(taken.flatMap(({ rights }) => rights)) &&
        !(taken.length > 0 && owners.includes(target) && !mine.has("OWNER")) &&
        !(losesOwner && owners.length === 1 && owners.includes(target))
      );
    }
  }
}

async function act(storeId: string, people: Person[], model: Model, s: Step) {
  const { roles } = people[s.actor]!;
  const subject = model.roles[s.role]!;
  const { userId } = people[s.target]!;
  const body = { userId, roleId: subject.id };
  switch (s.kind) {
    case "create": {
      const name = `role ${newId()}`;
      const made = await roles.createRole({ body: { storeId, name, permissions: s.permissions } });
      model.roles.push({ id: made.id, rights: made.permissions, isBuiltIn: false });
      return;
    }
    case "change":
      await roles.updateRole({ id: subject.id, body: { permissions: s.permissions } });
      subject.rights = s.permissions;
      return;
    case "delete":
      await roles.deleteRole({ id: subject.id });
      model.roles.splice(s.role, 1);
      return;
    case "assign":
      await roles.assignRole({ body });
      model.held[s.target]?.add(subject.id);
      if (s.actor === s.target) model.accepted[s.target]?.add(subject.id);
      return;
    case "revoke":
      await roles.revokeRole({ body });
      model.held[s.target]?.delete(subject.id);
      model.accepted[s.target]?.delete(subject.id);
      return;
    case "remove":
      await roles.removeStaff({ userId, storeId });
      model.held[s.target]?.clear();
      model.accepted[s.target]?.clear();
  }
}

async function heldNow(world: World, storeId: string, people: Person[]): Promise<Set<Right>[]> {
  const db = queryable(world.admin);
  return Promise.all(
    people.map(async ({ userId }) => {
      const row = await db.row<{ held: Right[] | null }>(
        sql`select door.permissions_of(${userId}, ${storeId}) as held`,
      );
      return new Set(row?.held);
    }),
  );
}

test("after any sequence of steps, no user has gained permissions that the giver lacked, and an owner remains", async ({
  world,
}) => {
  const seen = { allowed: 0, rejected: 0, gained: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const storeId = await seedStore(world);
      const people = [
        await member(world, storeId, "ADMIN"),
        await member(world, storeId, ["MANAGE_STAFF", "MANAGE_ROLES", "MANAGE_ORDERS"]),
        await member(world, storeId, "STAFF"),
        await person(world),
      ];
      const model = await modelOf(world, storeId, people);
      for (const raw of steps) {
        const one = { ...raw, role: raw.role % model.roles.length };
        const before = await heldNow(world, storeId, people);
        const expected = allows(model, one);
        const happened = await act(storeId, people, model, one).then(
          () => true,
          (error: { statusCode?: number }) => {
            if (![403, 404, 409].includes(error.statusCode ?? 500)) throw error;
            return false;
          },
        );
        const after = await heldNow(world, storeId, people);
        expect({ ...one, happened }).toEqual({ ...one, happened: expected });
        expect(after).toEqual(people.map((_, user) => rightsIn(model, user)));
        for (const [user, rights] of after.entries()) {
          const gained = rights.difference(before[user] ?? new Set());
          expect(gained.isSubsetOf(before[one.actor] ?? new Set())).toBe(true);
          seen.gained += gained.size;
        }
        expect(ownersIn(model)).not.toEqual([]);
        seen[happened ? "allowed" : "rejected"] += 1;
      }
    }),
    { numRuns: 25 },
  );
  // The test proves something only if many steps of each outcome occurred.
  expect(Math.min(seen.allowed, seen.rejected, seen.gained)).toBeGreaterThan(10);
});

async function modelOf(world: World, storeId: string, people: Person[]): Promise<Model> {
  const held = await Promise.all(
    people.map(({ userId, roles }) => roles.getUserRoles({ userId, storeId })),
  );
  const own = held
    .flatMap(({ roles }) => roles)
    .filter(({ name, id }) => name === id)
    .map(({ id, permissions }): ModelRole => ({ id, rights: permissions, isBuiltIn: false }));
  const builtIn: ModelRole[] = [];
  for (const type of ["ADMIN", "MANAGER", "STAFF", "CUSTOMER"] as const) {
    const rights: Right[] = [
      ...builtInRoles[type],
      ...(type === "ADMIN" ? ["OWNER" as const] : []),
    ];
    builtIn.push({ id: await builtInRole(world, storeId, type), rights, isBuiltIn: true });
  }
  return {
    roles: [...builtIn, ...own],
    held: held.map(({ roles }) => new Set(roles.map(({ id }) => id))),
    accepted: held.map(({ roles }) => new Set(roles.map(({ id }) => id))),
  };
}
