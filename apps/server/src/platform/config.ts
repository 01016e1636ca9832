import path from "node:path";
import { StartupError } from "./startup-error.ts";
import { readTrustProxy, type TrustProxy } from "./network/trust-proxy.ts";

/** All settings from the environment, read and validated once. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** null: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | null;
  /** The URL of PostgreSQL itself, if databaseUrl leads to a pooler such as PgBouncer; null: databaseUrl. */
  databaseDirectUrl: string | null;
  defaultStore: string | null;
  admin: { email: string; password: string | null };
  demo: boolean;
  trustProxy: TrustProxy;
  /** The base URL of links in emails that aren't sent for a store; null: this machine. */
  publicUrl: string | null;
  smtpUrl: string | null;
  /** The From address of all emails; null: one at the platform's host, if emails are written to files. */
  mailFrom: string | null;
  /** URLs that replace the payment providers' sandboxes, for TEST only; null: the providers' own. */
  sandboxes: { PAYPAL: string | null; STRIPE: string | null; MOLLIE: string | null };
  /** Whether the demo stores take payments with the local stand-ins. */
  standins: boolean;
  /**
   * The file with the root certificate of the stand-in that signs webhooks in place of PayPal's sandbox; null: the
   * public roots that Node trusts.
   */
  paypalSandboxRoot: string | null;
  /** S3 storage for uploaded pictures and the files of imports and exports; null: they are stored under dataDir. */
  s3: S3Config | null;
  /** The storage limit for the pictures of one store, in gigabytes. */
  storeMediaGb: number;
  /**
   * The secret from which the keys that encrypt and sign are derived; null: generated and stored under dataDir.
   * Required if several machines share one database.
   */
  secretKey: string | null;
  /** The port of the metrics for Prometheus; null: they are not served. */
  metricsPort: number | null;
  development: boolean;
  /** The minimum level of logged lines; null: `warn` in a terminal or in development, otherwise `info`. */
  logLevel: string | null;
  /** False only in load tests, in which one address represents many callers. */
  rateLimits: boolean;
  /** How long a server that is shutting down still accepts requests while its health check returns 503. */
  drainSeconds: number;
};

export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws StartupError if a variable is invalid. The message names the variable. */
export function readConfig(environment: Environment, root: string): Config {
  const get = (name: string) => environment[name]?.trim() || null;
  return {
    port: port("PORT", get("PORT")) ?? 3000,
    host: get("HOST") ?? "127.0.0.1",
    dataDir: path.resolve(root, get("DATA_DIR") ?? ".data"),
    databaseUrl: url("DATABASE_URL", get("DATABASE_URL"), ["postgres:", "postgresql:"]),
    databaseDirectUrl: url("DATABASE_DIRECT_URL", get("DATABASE_DIRECT_URL"), [
      "postgres:",
      "postgresql:",
    ]),
    defaultStore: get("DEFAULT_STORE"),
    admin: admin(get("ADMIN_EMAIL"), get("ADMIN_PASSWORD")),
    demo: zeroOrOne("DEMO", get("DEMO"), "Use DEMO=0 to start without the demo stores."),
    trustProxy: readTrustProxy(get("TRUST_PROXY")),
    publicUrl: url("PUBLIC_URL", get("PUBLIC_URL"), ["https:", "http:"]),
    smtpUrl: url("SMTP_URL", get("SMTP_URL"), ["smtp:", "smtps:"]),
    mailFrom: mailFrom(get("MAIL_FROM"), get("SMTP_URL") !== null),
    sandboxes: sandboxes(get),
    standins: get("PAYMENTS") === "standin",
    paypalSandboxRoot: get("PAYPAL_SANDBOX_ROOT"),
    s3: s3(get),
    storeMediaGb: storeMediaGb(get("STORE_MEDIA_GB")),
    secretKey: secretKey(get("SECRET_KEY")),
    metricsPort: port("METRICS_PORT", get("METRICS_PORT")),
    development: get("NODE_ENV") === "development",
    logLevel: logLevel(get("LOG_LEVEL")),
    rateLimits: zeroOrOne(
      "RATE_LIMITS",
      get("RATE_LIMITS"),
      "Use RATE_LIMITS=0 only for load tests, which send all calls from one address.",
    ),
    drainSeconds: drainSeconds(get("DRAIN_SECONDS")),
  };
}

function port(name: string, value: string | null): number | null {
  if (value === null) return null;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new StartupError(
      `${name}=${value} is not a port. Use a whole number from 0 to 65535, such as 3000.`,
    );
  return number;
}

function url(name: string, value: string | null, protocols: string[]): string | null {
  if (value === null) return null;
  const parsed = URL.parse(value);
  if (
    parsed === null ||
    !protocols.includes(parsed.protocol) ||
    parsed.hostname === "" ||
    !isEscaped(parsed.username + parsed.password)
  )
    throw new StartupError(`${name} is not a valid URL. ${urlAdvice(protocols[0])}`);
  return value;
}

/** The URLs of the stand-ins in packages/payment-standins. */
const standinUrls = {
  PAYPAL: "http://127.0.0.1:4801",
  STRIPE: "http://127.0.0.1:4802",
  MOLLIE: "http://127.0.0.1:4803",
};

function sandboxes(get: (name: string) => string | null): Config["sandboxes"] {
  const payments = get("PAYMENTS");
  if (payments !== null && payments !== "standin")
    throw new StartupError(
      `PAYMENTS=${payments} is unknown. Use PAYMENTS=standin for the local stand-ins of the providers, or leave it out.`,
    );
  const own = (provider: keyof typeof standinUrls, name: string) =>
    url(name, get(name), ["https:", "http:"]) ??
    (payments === "standin" ? standinUrls[provider] : null);
  return {
    PAYPAL: own("PAYPAL", "PAYPAL_SANDBOX_URL"),
    STRIPE: own("STRIPE", "STRIPE_TEST_URL"),
    MOLLIE: own("MOLLIE", "MOLLIE_TEST_URL"),
  };
}

function s3(get: (name: string) => string | null): S3Config | null {
  const endpoint = url("S3_ENDPOINT", get("S3_ENDPOINT"), ["https:", "http:"]);
  if (endpoint === null) return null;
  const need = (name: string) => {
    const value = get(name);
    if (value === null) throw new StartupError(`S3_ENDPOINT is set and ${name} is not. Set both.`);
    return value;
  };
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ""),
    bucket: need("S3_BUCKET"),
    region: get("S3_REGION") ?? "auto",
    accessKeyId: need("S3_ACCESS_KEY_ID"),
    secretAccessKey: need("S3_SECRET_ACCESS_KEY"),
  };
}

function urlAdvice(protocol: string | undefined): string {
  return protocol === "https:"
    ? "Use https://host, without a path."
    : `Use ${protocol}//user:password@host/… and write % in the password as %25. The value isn't shown here, because it may contain a password.`;
}

/** Whether every % in the text begins a valid escape. A % in a password must be written as %25. */
function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function admin(email: string | null, password: string | null): Config["admin"] {
  if (email !== null && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email))
    throw new StartupError(`ADMIN_EMAIL=${email} is not an email address.`);
  if (password !== null && password.length < 10)
    throw new StartupError(
      "ADMIN_PASSWORD is too short. Use at least 10 characters, or leave it out to have one generated.",
    );
  return { email: email ?? "admin@vetrina.localhost", password };
}

/** Reads 0, 1, false or true as a boolean; true if the variable is not set. */
function zeroOrOne(name: string, value: string | null, advice: string): boolean {
  if (value === null || value === "1" || value === "true") return true;
  if (value === "0" || value === "false") return false;
  throw new StartupError(`${name}=${value} is neither 0 nor 1. ${advice}`);
}

const longestDrain = 300;

function drainSeconds(value: string | null): number {
  if (value === null) return 0;
  const seconds = Number(value);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > longestDrain)
    throw new StartupError(
      `DRAIN_SECONDS=${value} is invalid. Use a whole number of seconds from 0 to ${longestDrain}.`,
    );
  return seconds;
}

function storeMediaGb(value: string | null): number {
  if (value === null) return 10;
  const gigabytes = Number(value);
  if (!Number.isInteger(gigabytes) || gigabytes < 1 || gigabytes > 1_000_000)
    throw new StartupError(
      `STORE_MEDIA_GB=${value} is invalid. Use a whole number of gigabytes from 1 to 1000000.`,
    );
  return gigabytes;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

function logLevel(value: string | null): string | null {
  if (value !== null && !logLevels.includes(value))
    throw new StartupError(`LOG_LEVEL=${value} is unknown. Use one of ${logLevels.join(", ")}.`);
  return value;
}

/**
 * Checks MAIL_FROM. It is required if emails are sent by SMTP (`isNeeded`). A store's own address is never the sender:
 * it may be unverified, and many mail servers don't check whether the sender may use it.
 */
function mailFrom(value: string | null, isNeeded: boolean): string | null {
  if (value === null && isNeeded)
    throw new StartupError(
      "SMTP_URL needs MAIL_FROM: set it to the address that all emails come from, such as shop@example.com.",
    );
  if (value !== null && !/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(value))
    throw new StartupError(
      `MAIL_FROM=${value} is not an email address. Use the bare address, such as shop@example.com.`,
    );
  return value;
}

function secretKey(value: string | null): string | null {
  if (value !== null && value.length < 32)
    throw new StartupError("SECRET_KEY is too short. Use at least 32 random characters.");
  return value;
}
