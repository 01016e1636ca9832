import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { seedUser, signIn } from "./user.fixture.ts";

test("a platform administrator lists accounts in pages, newest first, and searches by part of the email", async ({
  world,
}) => {
  const admin = await signIn(world);
  await world.admin.query("update shop.users set is_platform_admin = true where id = $1", [
    admin.id,
  ]);
  const made = [];
  for (const name of ["ada", "ada_b", "eve"]) made.push(await seedUser(world, `${name}@x.example`));
  // The list is sorted by id, newest first.
  const newest = made
    .map((user) => user.id)
    .toSorted()
    .toReversed();
  const gone = await seedUser(world, "adam@x.example");
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [gone.id]);
  const { users } = world.client({ accessToken: admin.accessToken });
  const first = await users.listUsers({ limit: 2 });
  expect(first).toMatchObject({ page: 1, limit: 2, total: 4 });
  expect(first.items.map((user) => user.id)).toEqual(newest.slice(0, 2));
  const next = await users.listUsers({ limit: 2, after: first.items[1]?.id ?? "" });
  const second = await users.listUsers({ limit: 2, page: 2 });
  expect(next.items).toEqual(second.items);
  expect(second.items.map((user) => user.id)).toEqual([newest[2], admin.id]);
  const found = async (search: string) =>
    (await users.listUsers({ search })).items.map((user) => user.email);
  expect((await found("ADA")).toSorted()).toEqual(["ada@x.example", "ada_b@x.example"]);
  expect(await found("a_b")).toEqual(["ada_b@x.example"]);
  expect(await found("%")).toEqual([]);
  expect(await found(String.raw`\ `)).toEqual([]);
  expect(JSON.stringify(first)).not.toMatch(/argon2|password/i);
  await expect(users.listUsers({ page: 5001, limit: 20 })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
});

test("all other callers are rejected", async ({ world }) => {
  const { accessToken } = await signIn(world);
  await expect(world.client({ accessToken }).users.listUsers({})).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(world.client().users.listUsers({})).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});
