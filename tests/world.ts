import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type { Pool } from "pg";
import { pino } from "pino";
import { inject, test as base } from "vitest";
import { createClient } from "@vetrina/client/create-client";
import { buildApp } from "../apps/server/src/app.ts";
import { createAccessTokens } from "../apps/server/src/platform/auth/access-token.ts";
import { type Context, type Services, systemContext } from "../apps/server/src/platform/context.ts";
import { databaseOf } from "../apps/server/src/platform/database/open-database.ts";
import { addressTime } from "../apps/server/src/platform/http/callers/address-time.ts";
import type { Mail } from "../apps/server/src/platform/mail/mailer.ts";
import { composers } from "../apps/server/src/composers.ts";
import { mailJobs } from "../apps/server/src/platform/mail/send-mail.ts";
import { SafeFetchError } from "../apps/server/src/platform/network/safe-fetch.ts";
import { keyDerivation } from "../apps/server/src/platform/secret.ts";
import { createStoreDirectory } from "../apps/server/src/platform/store-directory.ts";
import { offlineVatRegister } from "../apps/server/src/platform/vat-register.ts";
import { createPayPalCertificates } from "../apps/server/src/gateways/paypal/certificates.ts";
import { createGateways } from "../apps/server/src/gateways/create-gateways.ts";
import { hashCheaply } from "./cheap-passwords.ts";
import { memoryFiles } from "./memory-files.ts";
import { poolSize, takeDatabase } from "./databases.ts";
import { testSecret } from "./database-server.ts";
import { runJobs } from "./run-jobs.ts";
import { appOptions, callShared } from "./shared-app.ts";
import { waitLimit } from "./wait-limit.ts";

export type Client = ReturnType<typeof createClient>;

/** A server that runs in the test's process on its own database, and that tests call through the client. */
export type World = {
  services: Services;
  /** Calls the API with a raw request, to check what the client hides, such as headers and cookies. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /**
   * An app for this world alone. It is built when a test first uses it, and from then on the world's clients call it
   * too.
   */
  app: FastifyInstance;
  /** The emails that were passed to services.mailer, oldest first. */
  mails: Mail[];
  /** The fake responses of DNS and other servers: TXT records by name, and files by URL. */
  proofs: { txt: Map<string, string[]>; files: Map<string, string> };
  /**
   * Sends the queued emails as the worker does, and returns all of `mails`. Each call adds its emails in the order in
   * which they were queued.
   */
  sendMails(): Promise<Mail[]>;
  /** A superuser's connections, which bypass row-level security. For checks, and for setup that no handler does. */
  admin: Pool;
  /**
   * Creates a client that is anonymous or has an access token or an order key. `address` is the IP address that the
   * rate limits see; clients without one share an address.
   */
  client(as?: { accessToken?: string; orderKey?: string; host?: string; address?: string }): Client;
  /** The context of the system in a store, for seeding through handlers. */
  system(storeId: string): Promise<Context>;
};

type Options = {
  rateLimits: boolean;
  /** Whether to create a new database instead of reusing one from an earlier test of the worker. */
  newDatabase?: boolean;
};

/**
 * Use test("...", async ({ world }) => ...) to get a separate world. test.extend({ options }) changes how it is
 * created.
 */
export const test = base.extend<{ world: World; options: Options }>({
  options: { rateLimits: false },
  world: async ({ options, task }, use) => {
    const world = await openWorld(inject("adminUrl"), options);
    await use(world);
    // If a test failed or timed out, some of its work may still be running, so its database isn't reused.
    await world.close({ canReuse: task.result?.state !== "fail" });
  },
});

/** For tests of query plans and table statistics, and for tests that change connections. */
export const onNewDatabase = test.extend({ options: { rateLimits: false, newDatabase: true } });

const now = () => new Date();
const sending = mailJobs(composers);

export async function openWorld(
  adminUrl: string,
  options: Options,
): Promise<World & { close(after?: { canReuse: boolean }): Promise<void>; url: URL }> {
  const taken = await takeDatabase(adminUrl, { isNew: options.newDatabase === true });
  const { admin, url } = taken;
  const database = databaseOf(taken.pools, poolSize, waitLimit);
  const log = pino({ level: process.env["LOG"] ?? "silent" });
  const key = keyDerivation(testSecret);
  const mails: Mail[] = [];
  const proofs: World["proofs"] = { txt: new Map(), files: new Map() };
  const services: Services = {
    database,
    gateways: createGateways(database, now),
    paypalKeys: createPayPalCertificates(now, null),
    directory: createStoreDirectory(database.lookups.catalogue, null),
    domainProofs: fakeProofs(proofs),
    accessTokens: createAccessTokens(key("access token"), now),
    mailer: { send: async (mail) => void mails.push(mail), close: () => {} },
    files: memoryFiles(),
    maxPictureBytes: 1_000_000_000,
    mailFrom: null,
    vatRegister: offlineVatRegister,
    key,
    log,
    now,
    publicUrl: "http://localhost:3000",
  };
  const endCheapHashes = hashCheaply();
  // Resets the time limit of the test's address. Earlier tests in this process may have used it up, because they called
  // from the same address.
  addressTime.forget();
  let own: FastifyInstance | undefined;
  const inject = async (request: InjectOptions) =>
    own === undefined ? callShared(services, options, request) : await own.inject(request);

  return {
    services,
    inject,
    get app() {
      return (own ??= buildApp(services, { ...appOptions, rateLimits: options.rateLimits }));
    },
    mails,
    proofs,
    async sendMails() {
      const before = mails.length;
      await runJobs(services, { jobs: sending });
      // The emails are sent concurrently. Their ids are in the order in which they were queued.
      mails.push(...mails.splice(before).toSorted((a, b) => (a.id < b.id ? -1 : 1)));
      return mails;
    },
    admin,
    url,
    client: (as = {}) =>
      createClient({
        baseUrl: `http://${as.host ?? "localhost"}`,
        transport: (request) => callApp(inject, request, as.address),
        retryBusy: false,
        headers: {
          ...(as.accessToken === undefined ? {} : { authorization: `Bearer ${as.accessToken}` }),
          ...(as.orderKey === undefined ? {} : { "x-order-key": as.orderKey }),
        },
      }),
    async system(storeId) {
      services.directory.forget();
      const store = await services.directory.find(storeId);
      if (store === null) throw new Error(`no store ${storeId}`);
      return systemContext(services, store);
    },
    async close({ canReuse } = { canReuse: false }) {
      endCheapHashes();
      await own?.close();
      await database.close();
      await taken.release({ canReuse: canReuse && options.newDatabase !== true });
    },
  };
}

function fakeProofs({ txt, files }: World["proofs"]): Services["domainProofs"] {
  return {
    txt: async (name) => txt.get(name) ?? [],
    async file(url) {
      const content = files.get(url);
      if (content === undefined) throw new SafeFetchError("unreachable", "its host is not known");
      return content;
    },
  };
}

async function callApp(
  inject: World["inject"],
  request: Request,
  address = "192.0.2.1",
): Promise<Response> {
  const url = new URL(request.url);
  const answer = await inject({
    method: request.method,
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(request.headers), host: url.host, "x-forwarded-for": address },
    ...(request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) }),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) headers.append(name, String(one));
  const empty = answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers,
  });
}
