import { readFileSync } from "node:fs";
import type { Logger } from "pino";
import { createGateways } from "./gateways/create-gateways.ts";
import { createPayPalCertificates, type SandboxTrust } from "./gateways/paypal/certificates.ts";
import { createAccessTokens } from "./platform/auth/access-token.ts";
import type { Config } from "./platform/config.ts";
import type { Services } from "./platform/context.ts";
import type { Database } from "./platform/database/open-database.ts";
import { createDomainProofs } from "./platform/network/domain-proofs.ts";
import { createFiles } from "./platform/files/create-files.ts";
import { createMailer } from "./platform/mail/create-mailer.ts";
import { keyDerivation } from "./platform/secret.ts";
import { createStoreDirectory } from "./platform/store-directory.ts";
import { offlineVatRegister } from "./platform/vat-register.ts";

/** Creates the services of a server or command. The caller closes their mailer and database at the end. */
export function createServices(
  config: Pick<
    Config,
    | "defaultStore"
    | "publicUrl"
    | "smtpUrl"
    | "mailFrom"
    | "dataDir"
    | "sandboxes"
    | "paypalSandboxRoot"
    | "port"
    | "s3"
    | "storeMediaGb"
  >,
  database: Database,
  secret: Buffer,
  log: Logger,
): Services {
  const key = keyDerivation(secret);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  return {
    database,
    gateways: createGateways(database, now, config.sandboxes),
    paypalKeys: createPayPalCertificates(now, sandboxTrust(config)),
    directory: createStoreDirectory(
      database.lookups.catalogue,
      config.defaultStore,
      new URL(publicUrl).hostname,
    ),
    domainProofs: createDomainProofs(),
    accessTokens: createAccessTokens(key("access token"), now),
    mailer: createMailer({ smtpUrl: config.smtpUrl, dataDir: config.dataDir, log }),
    files: createFiles(config),
    maxPictureBytes: config.storeMediaGb * 1_000_000_000,
    mailFrom: config.mailFrom,
    vatRegister: offlineVatRegister,
    key,
    log,
    now,
    publicUrl,
  };
}

function sandboxTrust({
  sandboxes,
  paypalSandboxRoot: path,
}: Pick<Config, "sandboxes" | "paypalSandboxRoot">): SandboxTrust | null {
  if (sandboxes.PAYPAL === null) return null;
  const root = path === null ? null : readFileSync(path, "utf8");
  return { origin: new URL(sandboxes.PAYPAL).origin, root };
}

function now(): Date {
  return new Date();
}
