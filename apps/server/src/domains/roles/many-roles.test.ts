// @module-tag slow

import { expect } from "vitest";
import { seedSession, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { password, seedUser } from "../users/user.fixture.ts";
import { maxRolesOfUser } from "./assign-role.ts";
import { maxOwnRoles } from "./create-role.ts";
import { builtInRole, expectRefused, member, person } from "./roles.fixture.ts";

test("a store has a limited number of custom roles, and gives one user a limited number of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const make = (name: string) =>
    owner.roles.createRole({ body: { storeId, name, permissions: ["MANAGE_ORDERS"] } });
  const ids: string[] = [];
  for (let n = 0; n < maxOwnRoles; n += 1) ids.push((await make(`Role ${n}`)).id);
  await expectRefused([make("One more")], { code: "LIMIT_REACHED" });
  await owner.roles.deleteRole({ id: ids.pop() ?? "" });
  await make("In its place");

  const { userId } = await person(world);
  const assign = (roleId = "") => owner.roles.assignRole({ body: { userId, roleId } });
  for (const id of ids.slice(0, maxRolesOfUser)) await assign(id);
  await expectRefused([assign(ids[maxRolesOfUser])], { code: "LIMIT_REACHED" });
  // Assigning a role again changes nothing and adds no role.
  expect((await assign(ids[0])).roles).toHaveLength(maxRolesOfUser);
});

test("roles assigned by others do not make a login or the user's own response large", async ({
  world,
}) => {
  const user = await seedUser(world);
  const home = await seedStore(world, { name: "Zoe's" });
  await world.admin.query(
    "insert into shop.role_assignments (store_id, user_id, role_id, joined) values ($1, $2, $3, true)",
    [home, user.id, await builtInRole(world, home, "STAFF")],
  );
  const attackers = await seedStore(world, { name: "A" });
  await world.admin.query(
    `insert into shop.roles (store_id, id, type, name, permissions)
     select $1, gen_random_uuid(), 'STAFF', 'R' || n, '{MANAGE_ORDERS}' from generate_series(1, 1000) n`,
    [attackers],
  );
  await world.admin.query(
    `insert into shop.role_assignments (store_id, user_id, role_id, joined)
     select $1, $2, id, false from shop.roles where store_id = $1`,
    [attackers, user.id],
  );
  const accessToken = await seedSession(world, user.id);
  const me = await world.client({ accessToken }).users.getMe({});
  const login = await world.client().users.login({ body: { email: user.email, password } });
  for (const { roles } of [me, login.user]) {
    expect(roles).toHaveLength(200);
    expect(roles.filter(({ storeId }) => storeId === home)).toMatchObject([{ role: "STAFF" }]);
  }
});
