// @module-tag slow

import { createClient } from "@vetrina/client/create-client";
import { afterEach } from "vitest";
import type { Shop } from "../running-shop.ts";
import { hasPooler, type Pooler, startPooler } from "./pooler.ts";
import { clientOf, findItem, purchase } from "./shopper.ts";
import { test } from "./shops.ts";
import { smallShop } from "./small-shop.ts";
import { waitUntil } from "./wait-until.ts";

const secret = "the secret of this test, 32 characters or more";
const admin = { ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: "correct horse battery" };

let pooler: Pooler | undefined;
afterEach(async () => {
  await pooler?.stop();
  pooler = undefined;
});

test("a web process and a worker behind PgBouncer sell, send mail and import", async ({
  shops,
  expect,
  skip,
}) => {
  skip(!hasPooler(), "needs pgbouncer 1.21 or later in the PATH");
  const direct = await shops.newDatabase();
  pooler = await startPooler(direct, Buffer.from(secret));
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: direct,
    SECRET_KEY: secret,
    ...admin,
  };
  const dataDir = await shops.dataDir();
  const web = await shops.start({ dataDir, env, args: [...smallShop, "--role", "web"] });
  const startWorker = () =>
    shops.start({ dataDir, env, args: ["--role", "worker"], readyAt: null });
  const first = await startWorker();
  const database = await shops.connect(direct);

  const item = await findItem(web);
  await purchase(item, "pooled").finish(web);
  await waitUntil("the confirmation is sent", async () => {
    const { rows } = await database.query("select from shop.mails where outcome = 'sent'");
    return rows.length > 0;
  });

  // A worker's lock shows other processes that the worker is alive. It must be on a direct connection, because the
  // pooler would keep a shared session, and with it the lock, open after the worker has ended.
  await first.end("SIGKILL");
  await startWorker();
  const { imports } = await signedIn(web);
  const file = new Blob(["Handle,Title,Variant Price\nhat,Hat,12.00\n"], { type: "text/csv" });
  const { id } = await imports.createImport({
    storeId: item.storeId,
    file,
    fileName: "hats.csv",
    dryRun: false,
  });
  await waitUntil("the import has ended", async () => {
    const { progress } = await imports.getImport({ id });
    return progress.state !== "WAITING" && progress.state !== "RUNNING";
  });
  expect(await imports.getImport({ id })).toMatchObject({
    progress: { state: "DONE" },
    created: 1,
  });
  const { rows } = await database.query(
    "select kind, last_error from shop.jobs where last_error is not null or failed_at is not null",
  );
  expect(rows).toEqual([]);
});

async function signedIn(shop: Shop) {
  const { accessToken } = await clientOf(shop).users.login({
    body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
  });
  return createClient({
    baseUrl: shop.url,
    headers: { authorization: `Bearer ${accessToken}` },
  });
}
