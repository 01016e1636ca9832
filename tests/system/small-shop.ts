import { CollectionInput } from "@vetrina/contract/catalogue/collections";
import { createCollection } from "../../apps/server/src/domains/collections/create-collection.ts";
import { systemContext } from "../../apps/server/src/platform/context.ts";
import type { Seed } from "../../apps/server/src/start-server.ts";
import { seedProduct, seedStore } from "../seed.ts";

/**
 * Creates two stores with one dress each, for servers whose catalogue doesn't matter. This takes less time than
 * creating the demo stores.
 */
export const seed: Seed = async ({ services }) => {
  const world = {
    services,
    async system(storeId: string) {
      services.directory.forget();
      const store = await services.directory.find(storeId);
      if (store === null) throw new Error(`no store ${storeId}`);
      return systemContext(services, store);
    },
  };
  for (const slug of ["sartoria", "bottega"]) {
    const name = slug === "sartoria" ? "Sartoria" : "Bottega";
    const storeId = await seedStore(world, { slug, name, host: `${slug}.localhost` });
    await seedProduct(world, storeId, { link: "slip-dress", stock: 1000, sizes: ["S", "M"] });
    const body = CollectionInput.parse({
      link: "new",
      name: "New",
      rule: { newest: { count: 8 } },
    });
    await createCollection(await world.system(storeId), { body });
  }
};

/** Arguments of main.ts that use this seed. */
export const smallShop = ["--seed", "tests/system/small-shop.ts"];
