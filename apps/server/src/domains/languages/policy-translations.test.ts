import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";

test("a policy can be translated only by users who may also change its original", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const clerk = await member(world, storeId, ["MANAGE_PRODUCTS"]);
  await owner.languages.createLanguage({ body: { storeId, code: "IT" } });
  const policy = await owner.policies.createPolicy({
    storeId,
    body: { type: "CUSTOM", title: "Care", content: "<p>Care</p>" },
  });
  const body = {
    storeId,
    entityType: "POLICY" as const,
    entityId: policy.id,
    languageCode: "IT" as const,
    fields: { title: "Condizioni" },
  };
  const refused = { code: "PERMISSION_NOT_HELD" };
  await expect(clerk.languages.createTranslation({ body })).rejects.toMatchObject(refused);
  const { id } = await owner.languages.createTranslation({ body });
  const change = { id, body: { fields: { title: "Altro" } } };
  await expect(clerk.languages.updateTranslation(change)).rejects.toMatchObject(refused);
  expect(await owner.languages.updateTranslation(change)).toMatchObject(change.body);
});
