import { describe, expect } from "vitest";
import { builtInRoles, Permission } from "@vetrina/contract/people/permissions";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { builtInRole, expectRefused, member, person, seedRole } from "./roles.fixture.ts";

const notHeld = { code: "PERMISSION_NOT_HELD", statusCode: 403 };
const people = ["MANAGE_ROLES", "MANAGE_STAFF"] as const;

describe("callers can't give, revoke or change permissions that they lack", () => {
  test("creating a role", async ({ world }) => {
    const storeId = await seedStore(world);
    const maker = await member(world, storeId, [...people, "MANAGE_ORDERS"]);
    const create = (permissions: Permission[]) =>
      maker.roles.createRole({ body: { storeId, name: permissions.join(" "), permissions } });
    expect(await create(["MANAGE_ORDERS", "MANAGE_STAFF"])).toBeDefined();
    await expect(create(["MANAGE_ORDERS", "EXPORT_DATA"])).rejects.toMatchObject({
      ...notHeld,
      details: { missing: ["EXPORT_DATA"] },
    });
  });

  test("adding, removing or renaming, in their own role or another's", async ({ world }) => {
    const storeId = await seedStore(world);
    const own = await seedRole(world, storeId, [...people, "MANAGE_ORDERS"]);
    const owner = await member(world, storeId, "ADMIN");
    const maker = await person(world);
    await owner.roles.assignRole({ body: { userId: maker.userId, roleId: own } });
    const change = (id: string, body: object) => maker.roles.updateRole({ id, body });
    await expect(
      change(own, { permissions: [...people, "MANAGE_ORDERS", "EXPORT_DATA"] }),
    ).rejects.toMatchObject(notHeld);
    for (const type of ["ADMIN", "MANAGER", "STAFF"] as const)
      for (const body of [{ name: "Mine" }, { permissions: ["MANAGE_ORDERS"] }])
        await expect(change(await builtInRole(world, storeId, type), body)).rejects.toMatchObject(
          notHeld,
        );
    const foreign = await seedRole(world, storeId, ["EXPORT_DATA"]);
    await expect(maker.roles.deleteRole({ id: foreign })).rejects.toMatchObject(notHeld);
    const lower = await seedRole(world, storeId, ["MANAGE_ORDERS"]);
    expect(await change(lower, { name: "Packers" })).toBeDefined();
    await owner.roles.assignRole({ body: { userId: owner.userId, roleId: lower } });
    await expectRefused([change(lower, { name: "Hers" }), maker.roles.deleteRole({ id: lower })], {
      ...notHeld,
      details: { missing: ["OWNER"] },
    });
  });

  test("assigning and revoking roles", async ({ world }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const clerk = await member(world, storeId, "STAFF");
    const chief = await member(world, storeId, [...people, ...builtInRoles.STAFF]);
    const { userId } = await person(world);
    const role = (type: "ADMIN" | "MANAGER" | "STAFF") => builtInRole(world, storeId, type);
    for (const roleId of [await role("ADMIN"), await role("MANAGER")])
      for (const to of [userId, chief.userId])
        await expect(
          chief.roles.assignRole({ body: { userId: to, roleId } }),
        ).rejects.toMatchObject(notHeld);
    const everything = await member(world, storeId, Permission.options);
    await expect(
      everything.roles.assignRole({ body: { userId, roleId: await role("ADMIN") } }),
    ).rejects.toMatchObject({ ...notHeld, details: { missing: ["OWNER"] } });
    const staff = await role("STAFF");
    await owner.roles.assignRole({ body: { userId: owner.userId, roleId: staff } });
    await expectRefused(
      [
        everything.roles.revokeRole({
          body: { userId: owner.userId, roleId: await role("ADMIN") },
        }),
        everything.roles.revokeRole({ body: { userId: owner.userId, roleId: staff } }),
        everything.roles.removeStaff({ userId: owner.userId, storeId }),
      ],
      { ...notHeld, details: { missing: ["OWNER"] } },
    );
    await expect(
      chief.roles.removeStaff({ userId: everything.userId, storeId }),
    ).rejects.toMatchObject(notHeld);
    expect(
      await chief.roles.revokeRole({ body: { userId: clerk.userId, roleId: staff } }),
    ).toMatchObject({ roles: [], permissions: [], isOwner: false });
  });
});
