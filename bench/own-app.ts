import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "../apps/server/src/app.ts";
import { createGateways } from "../apps/server/src/gateways/create-gateways.ts";
import { createAccessTokens } from "../apps/server/src/platform/auth/access-token.ts";
import { connect } from "../apps/server/src/platform/database/open-database.ts";
import { rolesOf } from "../apps/server/src/platform/database/roles.ts";
import { createMailer } from "../apps/server/src/platform/mail/mailer.ts";
import { keyDerivation } from "../apps/server/src/platform/secret.ts";
import { createStoreDirectory } from "../apps/server/src/platform/store-directory.ts";
import type { BenchServer } from "./bench-server.ts";

export type OwnApp = { app: FastifyInstance; close: () => Promise<void> };

/** The API in this process, on the server's database: to see which statements a call sends. */
export async function ownApp(server: BenchServer): Promise<OwnApp> {
  const secret = Buffer.from(
    (await readFile(path.join(server.dataDir, "secret.key"), "utf8")).trim(),
  );
  const database = connect(new URL(server.databaseUrl), rolesOf("vetrina"), secret, 4);
  const key = keyDerivation(secret);
  const log = pino({ level: "silent" });
  const services = {
    database,
    gateways: createGateways(database, now),
    directory: createStoreDirectory(database.catalogue, null),
    accessTokens: createAccessTokens(key("access token"), now),
    mailer: createMailer({ smtpUrl: null, dataDir: server.dataDir, log }),
    key,
    log,
    now,
    publicUrl: server.origin,
  };
  const app = buildApp(services, { rateLimits: false, checkResponses: false, trustProxy: false });
  await app.ready();
  return {
    app,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

function now(): Date {
  return new Date();
}
