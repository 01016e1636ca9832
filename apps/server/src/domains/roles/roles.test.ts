import { describe, expect } from "vitest";
import { builtInRoles, Permission } from "@vetrina/contract/people/permissions";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { audited, builtInRole, expectRefused, member, person, seedRole } from "./roles.fixture.ts";

const notHeld = { code: "PERMISSION_NOT_HELD", statusCode: 403 };
const notFound = { code: "NOT_FOUND", statusCode: 404 };
const builtIn = { code: "BUILT_IN_ROLE", statusCode: 409 };

describe("a store's roles", () => {
  test("begin with the four built-in ones", async ({ world }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const list = await owner.roles.listRoles({ storeId });
    expect(list.total).toBe(4);
    expect(
      list.items.map(({ type, permissions, userCount }) => [type, permissions, userCount]),
    ).toEqual([
      ["ADMIN", Permission.options, 1],
      ["MANAGER", builtInRoles.MANAGER, 0],
      ["STAFF", ["VIEW_DASHBOARD", "MANAGE_ORDERS", "MANAGE_CUSTOMERS"], 0],
      ["CUSTOMER", [], 0],
    ]);
    const page = await owner.roles.listRoles({ storeId, page: 2, limit: 3 });
    expect(page.items.map(({ type }) => type)).toEqual(["CUSTOMER"]);
  });

  test("are created, changed and deleted, each with before and after in the audit", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const made = await owner.roles.createRole({
      body: { storeId, name: "  Editors ", permissions: ["VIEW_ANALYTICS", "MANAGE_PRODUCTS"] },
    });
    expect(made).toMatchObject({
      storeId,
      name: "Editors",
      type: "STAFF",
      permissions: ["MANAGE_PRODUCTS", "VIEW_ANALYTICS"],
      isBuiltIn: false,
      userCount: 0,
      version: 1,
    });
    expect(await owner.roles.getRole({ id: made.id })).toEqual(made);
    const changed = await owner.roles.updateRole({
      id: made.id,
      body: { name: "Writers", type: "MANAGER", permissions: ["MANAGE_PRODUCTS"] },
    });
    expect(changed).toMatchObject({ name: "Writers", type: "MANAGER", version: 2 });
    await owner.roles.deleteRole({ id: made.id });
    await expect(owner.roles.getRole({ id: made.id })).rejects.toMatchObject(notFound);
    const editors = { name: "Editors", type: "STAFF", permissions: made.permissions };
    const writers = { name: "Writers", type: "MANAGER", permissions: ["MANAGE_PRODUCTS"] };
    expect(await audited(world, made.id)).toEqual([
      { action: "CREATE", actor: owner.userId, before: null, after: editors },
      { action: "UPDATE", actor: owner.userId, before: editors, after: writers },
      { action: "DELETE", actor: owner.userId, before: { ...writers, holders: [] }, after: null },
    ]);
  });

  test("have unique names in each store, ignoring case", async ({ world }) => {
    const [storeId, other] = [await seedStore(world), await seedStore(world)];
    const owner = await member(world, storeId, "ADMIN");
    const neighbour = await member(world, other, "ADMIN");
    const permissions = ["MANAGE_ORDERS" as const];
    const { id } = await owner.roles.createRole({
      body: { storeId, name: "Éditeurs", permissions },
    });
    const taken = { code: "ALREADY_EXISTS", details: { field: "name" } };
    for (const name of ["ÉDITEURS", "E\u0301diteurs", "manager", " Admin"])
      await expect(
        owner.roles.createRole({ body: { storeId, name, permissions } }),
      ).rejects.toMatchObject(taken);
    await expect(owner.roles.updateRole({ id, body: { name: "staff" } })).rejects.toMatchObject(
      taken,
    );
    expect((await owner.roles.updateRole({ id, body: { name: "éditeurs" } })).name).toBe(
      "éditeurs",
    );
    expect(
      await neighbour.roles.createRole({ body: { storeId: other, name: "Éditeurs", permissions } }),
    ).toBeDefined();
    for (const body of [
      { storeId, name: "None", permissions: [] },
      { storeId, name: " ", permissions },
      { storeId, name: "Second owner", type: "ADMIN" as "STAFF", permissions },
      { storeId, name: "Odd", permissions: ["OWNER" as "MANAGE_ORDERS"] },
      { storeId, name: "Odd", permissions, isBuiltIn: true },
    ])
      await expect(owner.roles.createRole({ body })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
      });
  });

  test("that are built in can't be changed so that the store is locked out or its customers gain access", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { roles } = await member(world, storeId, "ADMIN");
    const id = (type: "ADMIN" | "STAFF" | "CUSTOMER") => builtInRole(world, storeId, type);
    const [admin, staff, customer] = [await id("ADMIN"), await id("STAFF"), await id("CUSTOMER")];
    await expectRefused(
      [
        roles.updateRole({ id: admin, body: { permissions: ["MANAGE_ORDERS"] } }),
        roles.updateRole({ id: admin, body: { type: "STAFF" } }),
        roles.updateRole({ id: staff, body: { type: "MANAGER" } }),
        roles.updateRole({ id: customer, body: { permissions: ["MANAGE_ORDERS"] } }),
        roles.deleteRole({ id: admin }),
        roles.deleteRole({ id: staff }),
        roles.deleteRole({ id: customer }),
      ],
      builtIn,
    );
    expect(await roles.updateRole({ id: admin, body: { name: "Owners" } })).toMatchObject({
      name: "Owners",
      type: "ADMIN",
      permissions: Permission.options,
    });
    expect(
      await roles.updateRole({ id: staff, body: { permissions: ["MANAGE_ORDERS"] } }),
    ).toMatchObject({ permissions: ["MANAGE_ORDERS"], isBuiltIn: true });
  });

  test("that users hold are deleted only with a replacement", async ({ world }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const roleId = await seedRole(world, storeId, ["MANAGE_PRODUCTS"]);
    const staff = await builtInRole(world, storeId, "STAFF");
    const [one, two] = [await person(world), await person(world)];
    for (const { userId } of [one, two]) await owner.roles.assignRole({ body: { userId, roleId } });
    await owner.roles.assignRole({ body: { userId: one.userId, roleId: staff } });
    await expect(owner.roles.deleteRole({ id: roleId })).rejects.toMatchObject({
      code: "ROLE_IN_USE",
      statusCode: 409,
      message: "2 users hold this role. Revoke it first, or send another role's id as reassignTo.",
      details: { userCount: 2 },
    });
    const foreign = await builtInRole(world, await seedStore(world), "STAFF");
    for (const reassignTo of [roleId, newId(), foreign])
      await expect(owner.roles.deleteRole({ id: roleId, reassignTo })).rejects.toMatchObject(
        notFound,
      );
    const onlyRoles = await member(world, storeId, [
      ...builtInRoles.STAFF,
      "MANAGE_PRODUCTS",
      "MANAGE_ROLES",
    ]);
    await expect(
      onlyRoles.roles.deleteRole({ id: roleId, reassignTo: staff }),
    ).rejects.toMatchObject({ ...notHeld, details: { missing: ["MANAGE_STAFF"] } });
    await owner.roles.deleteRole({ id: roleId, reassignTo: staff });
    for (const { userId } of [one, two])
      expect(await owner.roles.getUserRoles({ userId, storeId })).toMatchObject({
        roles: [{ type: "STAFF" }],
        permissions: builtInRoles.STAFF,
      });
    expect((await audited(world, roleId)).at(-1)).toMatchObject({
      before: { holders: [one.userId, two.userId].sort() },
      after: { reassignedTo: staff },
    });
  });

  test("that only a deleted user held are deleted", async ({ world }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const roleId = await seedRole(world, storeId, ["MANAGE_PRODUCTS"]);
    const { userId } = await person(world);
    await owner.roles.assignRole({ body: { userId, roleId } });
    await world.admin.query("update shop.users set deleted_at = now() where id = $1", [userId]);
    await expect(owner.roles.assignRole({ body: { userId, roleId } })).rejects.toMatchObject(
      notFound,
    );
    expect((await owner.roles.getRole({ id: roleId })).userCount).toBe(0);
    await owner.roles.deleteRole({ id: roleId });
  });

  test("are not overwritten with an outdated version", async ({ world }) => {
    const storeId = await seedStore(world);
    const { roles } = await member(world, storeId, "ADMIN");
    const id = await seedRole(world, storeId, ["MANAGE_PRODUCTS"]);
    const save = (name: string) =>
      roles.updateRole({ id, body: { name } }, { headers: { "if-match": '"1"' } });
    await save("First");
    await expect(save("Second")).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      details: { name: "First", version: 2 },
    });
  });
});

describe("giving and taking roles", () => {
  test("takes effect from the next call, and every step is audited once", async ({ world }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const { userId, ...clerk } = await person(world);
    const [staff, extra] = [
      await builtInRole(world, storeId, "STAFF"),
      await seedRole(world, storeId, ["MANAGE_PRODUCTS"]),
    ];
    const orders = () => clerk.orders.listOrders({ storeId });
    await expect(orders()).rejects.toMatchObject(notFound);
    const given = await owner.roles.assignRole({ body: { userId, roleId: staff } });
    expect(given).toMatchObject({
      userId,
      storeId,
      roles: [{ id: staff, type: "STAFF" }],
      permissions: builtInRoles.STAFF,
      isOwner: false,
    });
    expect(await owner.roles.assignRole({ body: { userId, roleId: staff } })).toEqual(given);
    expect(await orders()).toBeDefined();
    await owner.roles.updateRole({ id: staff, body: { permissions: ["VIEW_DASHBOARD"] } });
    await expect(orders()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await owner.roles.updateRole({ id: staff, body: { permissions: ["MANAGE_ORDERS"] } });
    expect(await orders()).toBeDefined();
    await owner.roles.assignRole({ body: { userId, roleId: extra } });
    await owner.roles.revokeRole({ body: { userId, roleId: staff } });
    await owner.roles.revokeRole({ body: { userId, roleId: staff } });
    await expect(orders()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await owner.roles.removeStaff({ userId, storeId });
    await owner.roles.removeStaff({ userId, storeId });
    await expect(orders()).rejects.toMatchObject(notFound);
    expect(await clerk.users.getMe()).toMatchObject({ id: userId, roles: [] });
    const by = { actor: owner.userId };
    expect(await audited(world, userId)).toEqual([
      { ...by, action: "CREATE", before: { roles: [] }, after: { roles: ["STAFF"] } },
      { ...by, action: "CREATE", before: { roles: ["STAFF"] }, after: { roles: [extra, "STAFF"] } },
      { ...by, action: "DELETE", before: { roles: [extra, "STAFF"] }, after: { roles: [extra] } },
      { ...by, action: "DELETE", before: { roles: [extra] }, after: { roles: [] } },
    ]);
  });

  test("does not affect other stores, and unknown users are not found", async ({ world }) => {
    const [storeId, other] = [await seedStore(world), await seedStore(world)];
    const owner = await member(world, storeId, "ADMIN");
    const foreign = await seedRole(world, other, ["MANAGE_ORDERS"]);
    const { userId } = await person(world);
    const staff = await builtInRole(world, storeId, "STAFF");
    for (const body of [
      { userId, roleId: foreign },
      { userId, roleId: newId() },
    ])
      await expectRefused(
        [owner.roles.assignRole({ body }), owner.roles.revokeRole({ body })],
        notFound,
      );
    await expectRefused(
      [
        owner.roles.getRole({ id: foreign }),
        owner.roles.updateRole({ id: foreign, body: { name: "x" } }),
        owner.roles.deleteRole({ id: foreign }),
        owner.roles.listRoles({ storeId: other }),
        owner.roles.listStaff({ storeId: other }),
        owner.roles.removeStaff({ userId, storeId: other }),
        owner.roles.assignRole({ body: { userId: newId(), roleId: staff } }),
      ],
      notFound,
    );
  });

  test("users read their own roles in any store; staff managers read others' roles", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const clerk = await member(world, storeId, "STAFF");
    const chief = await member(world, storeId, ["MANAGE_STAFF"]);
    const outsider = await person(world);
    const of = (userId: string) => ({ userId, storeId });
    const allowed = async (permission: Permission) =>
      (await clerk.roles.checkPermission({ ...of(clerk.userId), permission })).allowed;
    expect(await clerk.roles.getUserRoles(of(clerk.userId))).toMatchObject({
      roles: [{ type: "STAFF" }],
    });
    expect(await allowed("MANAGE_ORDERS")).toBe(true);
    expect(await allowed("MANAGE_STAFF")).toBe(false);
    expect(await chief.roles.getUserRoles(of(clerk.userId))).toEqual(
      await clerk.roles.getUserRoles(of(clerk.userId)),
    );
    const nothing = { roles: [], permissions: [], isOwner: false };
    expect(await outsider.roles.getUserRoles(of(outsider.userId))).toMatchObject(nothing);
    for (const userId of [outsider.userId, newId()])
      expect(await chief.roles.getUserRoles(of(userId))).toEqual({ ...of(userId), ...nothing });
    await expect(clerk.roles.getUserRoles(of(chief.userId))).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(outsider.roles.getUserRoles(of(clerk.userId))).rejects.toMatchObject(notFound);
    await expect(
      chief.roles.checkPermission({ ...of(clerk.userId), permission: "OWNER" as "MANAGE_ORDERS" }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await clerk.roles.removeStaff(of(clerk.userId));
    expect(await allowed("MANAGE_ORDERS")).toBe(false);
  });

  test("lists the store's staff, but not customers or deleted users", async ({ world }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const clerk = await member(world, storeId, "STAFF");
    await member(world, storeId, "CUSTOMER");
    const gone = await member(world, storeId, "STAFF");
    await world.admin.query("update shop.users set deleted_at = now() where id = $1", [
      gone.userId,
    ]);
    await world.admin.query("update shop.users set name = 'Zoe' where id = $1", [clerk.userId]);
    await world.admin.query("delete from shop.sessions where user_id = $1", [clerk.userId]);
    const all = await owner.roles.listStaff({ storeId });
    expect(all).toMatchObject({
      total: 2,
      items: [
        {
          userId: owner.userId,
          email: owner.email,
          isOwner: true,
          roles: [{ type: "ADMIN" }],
          lastLoginAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        { userId: clerk.userId, name: "Zoe", isOwner: false, lastLoginAt: null },
      ],
    });
    const second = await owner.roles.listStaff({ storeId, page: 2, limit: 1 });
    expect(second).toMatchObject({ total: 2, items: [{ userId: clerk.userId }] });
  });
});
