import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "../apps/server/src/app.ts";
import { createServices } from "../apps/server/src/create-services.ts";
import { connect } from "../apps/server/src/platform/database/open-database.ts";
import { rolesOf } from "../apps/server/src/platform/database/roles.ts";
import { mountStorefront } from "../apps/server/src/storefront.ts";
import type { BenchServer } from "./bench-server.ts";

export type OwnApp = { app: FastifyInstance; close: () => Promise<void> };

/**
 * Runs the API and the pages in this process, on the server's database, to see which statements a call executes and how
 * long it blocks the event loop.
 */
export async function ownApp(server: BenchServer): Promise<OwnApp> {
  const secret = Buffer.from(
    (await readFile(path.join(server.dataDir, "secret.key"), "utf8")).trim(),
  );
  const database = connect(new URL(server.databaseUrl), rolesOf("vetrina"), secret, 4);
  const config = {
    defaultStore: null,
    publicUrl: null,
    smtpUrl: null,
    mailFrom: null,
    s3: null,
    paypalSandboxRoot: null,
    sandboxes: { PAYPAL: null, STRIPE: null, MOLLIE: null },
    dataDir: server.dataDir,
    port: 0,
    storeMediaGb: 10,
  };
  const services = createServices(config, database, secret, pino({ level: "silent" }));
  const app = buildApp(services, { rateLimits: false, checkResponses: false, trustProxy: false });
  await mountStorefront(app, services, {
    development: false,
    mediaDir: path.join(server.dataDir, "media"),
    rateLimits: false,
  });
  await app.ready();
  return {
    app,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
