import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import type { Actor } from "../../platform/context.ts";
import { member, seedRole } from "../roles/roles.fixture.ts";
import { createImport } from "./create-import.ts";
import { clearFileJobs } from "./jobs.ts";

const minute = 60_000;

test("an upload that takes hours is kept while data arrives, and is deleted an hour after the last data", async ({
  world,
}) => {
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const storeId = await seedStore(world);
  const ctx = { ...(await world.system(storeId)), now };
  // Calls the handler directly, because over HTTP the file would be read ahead of the handler, without its pauses.
  async function* coming(pauses: readonly number[]) {
    yield Buffer.from("Handle,Title\n");
    for (const pause of pauses) {
      passed += pause;
      await clearFileJobs({ ...world.services, now });
      yield Buffer.from("hat,Hat\n".repeat(1000));
    }
  }
  const upload = (pauses: readonly number[]) =>
    createImport(ctx, { storeId, file: coming(pauses), fileName: "hats.csv", dryRun: false });
  await expect(upload([50 * minute, 50 * minute, 50 * minute])).resolves.toMatchObject({
    fileName: "hats.csv",
    progress: { state: "WAITING" },
  });
  passed = 0;
  await expect(upload([70 * minute])).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an upload is refused if its caller's permission, session or key ended before it did", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const staff = await member(world, storeId, ["MANAGE_ORDERS"]);
  const products = await seedRole(world, storeId, ["MANAGE_PRODUCTS"]);
  const assignment = { body: { userId: staff.userId, roleId: products } };
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.sessions where user_id = $1",
    [staff.userId],
  );
  const permissions = ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] as const;
  const key = { name: "Stock", permissions: [...permissions] };
  const { id: keyId } = await owner.apiKeys.createApiKey({ storeId, body: key });
  const system = await world.system(storeId);
  const uploadAs = (actor: Actor, meanwhile: () => Promise<unknown>) => {
    async function* coming() {
      yield Buffer.from("Handle,Title\n");
      await meanwhile();
      yield Buffer.from("hat,Hat\n");
    }
    const input = { storeId, file: coming(), fileName: "hats.csv", dryRun: false };
    return createImport({ ...system, actor }, input);
  };
  const ofStaff = {
    kind: "user",
    userId: staff.userId,
    sessionId: rows[0]?.id ?? "",
    isPlatformAdmin: false,
  } as const;
  const ofKey = { kind: "apiKey", keyId, keyHash: Buffer.alloc(32) } as const;
  const notHeld = { code: "PERMISSION_NOT_HELD", statusCode: 403 };
  await owner.roles.assignRole(assignment);
  await uploadAs(ofStaff, async () => {});
  await uploadAs(ofKey, async () => {});
  await expect(uploadAs(ofStaff, () => owner.roles.revokeRole(assignment))).rejects.toMatchObject(
    notHeld,
  );
  await owner.roles.assignRole(assignment);
  const ended = { code: "UNAUTHENTICATED", statusCode: 401 };
  await expect(uploadAs(ofStaff, () => staff.users.logout({}))).rejects.toMatchObject(ended);
  const narrow = { id: keyId, body: { permissions: ["MANAGE_ORDERS" as const] } };
  await expect(uploadAs(ofKey, () => owner.apiKeys.updateApiKey(narrow))).rejects.toMatchObject(
    notHeld,
  );
  await expect(
    uploadAs(ofKey, () => owner.apiKeys.revokeApiKey({ id: keyId })),
  ).rejects.toMatchObject(ended);
  expect((await owner.imports.listImports({ storeId })).total).toBe(2);
});
