import { expect } from "vitest";
import { seedStore } from "../../../../tests/seed.ts";
import { test } from "../../../../tests/world.ts";
import { storeOfHost } from "./http/host-store.ts";
import { createStoreDirectory } from "./store-directory.ts";

test("the platform's own host, where account mails lead, answers with the default store until a store has it", async ({
  world,
}) => {
  await seedStore(world, { slug: "first" });
  await seedStore(world, { slug: "second", host: "shop.example" });
  const { catalogue } = world.services.database;
  const nameOf = async (platformHost: string, host: string) => {
    const directory = createStoreDirectory(catalogue, null, platformHost);
    return (await storeOfHost(directory, host)).slug;
  };
  expect(await nameOf("shops.example", "SHOPS.example")).toBe("first");
  expect(await nameOf("shop.example", "shop.example")).toBe("second");
  for (const other of ["www.shops.example", "other.example", "shops"])
    await expect(nameOf("shops.example", other)).rejects.toMatchObject({ code: "UNKNOWN_HOST" });
});
