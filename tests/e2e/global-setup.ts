import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { imbalances } from "../invariants.ts";
import { administrator } from "./support/fixtures.ts";
import { newDataDir, removeDataDir, type Shop, startShop } from "../running-shop.ts";
import { openStores } from "../screens/new-stores.ts";
import { openPaymentStore, startStandins } from "./support/payment-store.ts";
import { offerProducts } from "./support/products.ts";

/** Starts the shop once for the run, as npm start does, with both demo stores and a data folder of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  const standins = await startStandins();
  const shop = await startShop({
    launcher: true,
    dataDir,
    port: Number(process.env["E2E_PORT"]),
    env: {
      ...standins.env,
      RATE_LIMITS: "0",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
  });
  const databaseUrl = await shop.databaseUrl();
  process.env["E2E_DATABASE_URL"] = databaseUrl;
  process.env["E2E_MAIL_DIR"] = path.join(dataDir, "mail");
  // Creates stores and settings that tests share, because creating them later would change the pages of running tests.
  await openStores(shop.url, administrator);
  await openPaymentStore(shop.url);
  await inDatabase(databaseUrl, async (database) => {
    await database.query(takeVatIds);
    await offerProducts(database);
  });
  return async () => {
    const violations = await inDatabase(databaseUrl, violationsAtRest);
    const { code } = await shop.end("SIGTERM");
    await standins.stop();
    await removeDataDir(dataDir);
    refuse(shop, violations, code);
  };
}

/** Lets companies in other EU countries buy from the second store without VAT. */
const takeVatIds = `
  update shop.tax_settings t set has_reverse_charge = true, accepts_unverified_vat_ids = true, vat_id = 'PT501964843' from shop.stores s
  where s.id = t.store_id and s.slug = 'tordo'`;

/** Waits up to a minute for the last payments to finish, and returns the invariants that are still violated. */
async function violationsAtRest(admin: Client): Promise<string[]> {
  const longestMs = 60_000;
  for (const until = Date.now() + longestMs; ; await delay(1000)) {
    const violations = await imbalances({ admin });
    if (violations.length === 0 || Date.now() > until) return violations;
  }
}

function refuse(shop: Shop, violations: readonly string[], code: number | null): void {
  if (violations.length > 0)
    throw new Error(`The invariants don't hold:\n${violations.join("\n")}`);
  if (code !== 0) throw new Error(`The shop did not stop cleanly (${code}):\n${shop.output()}`);
}

async function inDatabase<T>(url: string, work: (database: Client) => Promise<T>): Promise<T> {
  const database = new Client(url);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
