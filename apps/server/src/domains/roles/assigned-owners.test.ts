import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { tokenIn } from "../users/user.fixture.ts";
import { builtInRole, expectRefused, member, type Person, person } from "./roles.fixture.ts";

const lastOwner = { code: "LAST_OWNER", statusCode: 409 };

/** Creates an owner, and a user to whom they assigned ADMIN and who hasn't accepted it. */
async function assignedOwner(world: World) {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const user = await person(world);
  const roleId = await builtInRole(world, storeId, "ADMIN");
  const given = await owner.roles.assignRole({ body: { userId: user.userId, roleId } });
  return { storeId, owner, user, roleId, given };
}

const leave = (one: Person, storeId: string) =>
  one.roles.removeStaff({ userId: one.userId, storeId });
const deleteAccount = (one: Person) => one.users.deleteUser({ id: one.userId });

describe("a user who was assigned ADMIN and did not accept it", () => {
  test("cannot be left as the only owner of the store", async ({ world }) => {
    const { storeId, owner, user, roleId } = await assignedOwner(world);
    const body = { userId: owner.userId, roleId };
    await expectRefused(
      [
        leave(owner, storeId),
        owner.roles.revokeRole({ body }),
        user.roles.revokeRole({ body }),
        deleteAccount(owner),
      ],
      lastOwner,
    );
  });

  test("can leave the store and delete their account, even if nobody else owns it", async ({
    world,
  }) => {
    for (const go of [leave, deleteAccount]) {
      const { storeId, owner, user } = await assignedOwner(world);
      await world.admin.query(
        "delete from shop.role_assignments where store_id = $1 and user_id = $2",
        [storeId, owner.userId],
      );
      await go(user, storeId);
      const { rows } = await world.admin.query(
        "select from shop.users where id = $1 and (deleted_at is not null or not exists (select from shop.role_assignments where user_id = $1))",
        [user.userId],
      );
      expect(rows).toHaveLength(1);
    }
  });

  test("is never shown as an owner, but can work in the store", async ({ world }) => {
    const { storeId, owner, user, given } = await assignedOwner(world);
    const { userId } = user;
    const held = { roles: [{ type: "ADMIN" }], isOwner: false };
    expect(given).toMatchObject(held);
    expect(await user.roles.getUserRoles({ userId, storeId })).toMatchObject(held);
    expect(await owner.roles.getUserRoles({ userId, storeId })).toMatchObject(held);
    const mine = await user.stores.listMyStores({});
    expect(mine.items).toMatchObject([{ id: storeId, roles: ["ADMIN"], isOwner: false }]);
    const { items } = await user.roles.listStaff({ storeId });
    const owners = items.filter(({ isOwner }) => isOwner).map((one) => one.userId);
    expect(owners).toEqual([owner.userId]);
  });

  test("may open as many stores as before", async ({ world }) => {
    const user = await person(world);
    await world.admin.query(
      `with made as (
        insert into shop.stores (id, slug, name, currency, country, contact, home, help)
        select gen_random_uuid(), 's-' || n, 'S', 'USD', 'US', '{}', '{}', '{}' from generate_series(1, 100) n returning id),
      roles as (insert into shop.roles (store_id, id, type, name, permissions) select id, id, 'ADMIN', 'A', '{}' from made returning store_id, id)
      insert into shop.role_assignments (store_id, user_id, role_id, joined) select store_id, $1, id, false from roles`,
      [user.userId],
    );
    const body = {
      slug: "atelier",
      name: "Atelier",
      country: "IT",
      contact: { email: "ciao@atelier.example" },
    } as const;
    const { id } = await user.stores.createStore({ body: { ...body, currency: "EUR" } });
    expect(await user.roles.getUserRoles({ userId: user.userId, storeId: id })).toMatchObject({
      isOwner: true,
    });
  });

  test("becomes an owner by assigning it to themselves", async ({ world }) => {
    const { storeId, owner, user, roleId } = await assignedOwner(world);
    const { userId } = user;
    const accepted = await user.roles.assignRole({ body: { userId, roleId } });
    expect(accepted).toMatchObject({ isOwner: true });
    // Being assigned the role again does not undo the acceptance.
    await owner.roles.assignRole({ body: { userId, roleId } });
    await leave(owner, storeId);
    await expectRefused([leave(user, storeId), deleteAccount(user)], lastOwner);
  });

  test("becomes an owner by accepting an invitation", async ({ world }) => {
    const { storeId, owner, user, roleId } = await assignedOwner(world);
    const { email } = user;
    await owner.invitations.createInvitation({ storeId, body: { email, roleId } });
    const token = tokenIn((await world.sendMails()).at(-1));
    await user.invitations.acceptInvitation({ body: { token } });
    await leave(owner, storeId);
    await expectRefused([leave(user, storeId)], lastOwner);
    await expectRefused([user.invitations.createInvitation({ storeId, body: { email, roleId } })], {
      code: "ALREADY_EXISTS",
    });
  });
});

test("a user who accepted another role does not become an owner by getting ADMIN in its place", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const clerk = await member(world, storeId, ["MANAGE_PRODUCTS"]);
  const held = await clerk.roles.getUserRoles({ userId: clerk.userId, storeId });
  const id = held.roles[0]?.id ?? "";
  const reassignTo = await builtInRole(world, storeId, "ADMIN");
  await owner.roles.deleteRole({ id, reassignTo });
  await expectRefused([leave(owner, storeId)], lastOwner);
  await leave(clerk, storeId);
});
