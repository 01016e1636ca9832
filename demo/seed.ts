import { cp } from "node:fs/promises";
import path from "node:path";
import { assignBuiltInRole } from "@vetrina/server/domains/roles/assign-built-in-role";
import { generalTax } from "@vetrina/commerce/pricing/standard-rates";
import { openStore } from "@vetrina/server/domains/stores/open-store";
import { type Context, type Services, systemContext } from "@vetrina/server/platform/context";
import { queryable, sql } from "@vetrina/server/platform/database/sql";
import type { DemoStore } from "./catalogue/store-types.ts";
import { demoStores } from "./catalogue/stores.ts";
import { readPicture, readScene } from "./seed/pictures.ts";
import { seedCollections, seedReviews, seedUpsells } from "./seed/around-products.ts";
import { seedPayments } from "./seed/payments.ts";
import { seedProducts } from "./seed/products.ts";
import { seedDiscounts, seedPolicies, seedShipping, storeHelp } from "./seed/terms.ts";

export const picturesFolder = path.join(import.meta.dirname, "pictures");

/**
 * Creates the demo stores with the server's own handlers. Existing data is kept, so a later start completes an
 * interrupted seed.
 */
export async function seed(options: {
  services: Services;
  mediaDir: string;
  administratorId: string;
  part: "all" | "standins";
}): Promise<void> {
  const { services, mediaDir, administratorId, part } = options;
  if (part === "standins") return offerStandins(services);
  await cp(picturesFolder, mediaDir, {
    recursive: true,
    filter: (file) => !file.endsWith(".json"),
  });
  for (const demo of demoStores) {
    const id = (await findStoreId(services, demo.slug)) ?? (await createDemoStore(services, demo));
    services.directory.forget();
    const store = await services.directory.find(id);
    if (store === null) throw new Error(`The store ${demo.slug} was created but cannot be found.`);
    await fillStore(systemContext(services, store), demo, administratorId);
  }
}

/**
 * Lets existing demo stores in TEST mode take payments through the stand-ins, our local copies of the providers' APIs.
 * Keeps payment accounts that an owner added.
 */
async function offerStandins(services: Services): Promise<void> {
  for (const { slug } of demoStores) {
    const id = await findStoreId(services, slug);
    const store = id === null ? null : await services.directory.find(id);
    if (store !== null && store.environment === "TEST")
      await seedPayments(systemContext(services, store), slug);
  }
}

async function fillStore(ctx: Context, demo: DemoStore, administratorId: string): Promise<void> {
  await assignBuiltInRole(ctx, { userId: administratorId, role: "ADMIN" });
  await seedShipping(ctx, demo.slug);
  await seedDiscounts(ctx, demo.slug);
  await seedPolicies(ctx, demo);
  const productIds = await seedProducts(ctx, demo.slug);
  await seedCollections(ctx, demo.slug, productIds);
  await seedUpsells(ctx, demo.slug, productIds);
  await seedReviews(ctx, demo.slug, productIds);
}

async function findStoreId(services: Services, slug: string): Promise<string | null> {
  const row = await queryable(services.database.worker).row<{ id: string }>(
    sql`select id from shop.stores where slug = ${slug}`,
  );
  return row?.id ?? null;
}

async function createDemoStore(services: Services, demo: DemoStore): Promise<string> {
  const { home } = demo;
  return openStore(services, {
    slug: demo.slug,
    name: demo.name,
    tagline: demo.tagline,
    host: demo.host,
    currency: demo.currency,
    locale: demo.locale,
    country: demo.homeMarket,
    timeZone: demo.timeZone,
    environment: "TEST",
    ...(demo.taxPercent > 0 && { tax: generalTax(demo.taxPercent * 100) }),
    returnDays: demo.returnDays,
    promises: demo.promises,
    season: demo.season,
    launch: {
      startsOn: dayFrom(services.now(), -demo.launch.startedDaysAgo),
      launchesOn: dayFrom(services.now(), demo.launch.launchesInDays),
    },
    socialLinks: demo.socialLinks,
    liveChat: demo.liveChat,
    theme: demo.theme,
    isContactProven: true,
    contact: demo.contact,
    navigation: demo.navigation,
    home: {
      hero: { ...home.hero, picture: null, scene: await readScene(home.hero.scene) },
      banner: { scene: await readScene(home.banner.scene) },
      featured: home.featured,
      editorial: await Promise.all(
        home.editorial.map(async (block) => ({
          ...block,
          picture: await readPicture(block.picture),
        })),
      ),
      behindTheScenes: {
        ...home.behindTheScenes,
        picture: null,
        scene: await readScene(home.behindTheScenes.scene),
      },
      newsletter: home.newsletter,
    },
    help: storeHelp(demo),
    socialImage: `/media/${demo.slug}/og/1200.jpg`,
  });
}

/** The ISO date that is this many days from now. */
function dayFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
