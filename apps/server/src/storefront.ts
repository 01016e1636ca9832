import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type * as Vite from "vite";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createClient } from "@vetrina/client/create-client";
import { isApiError } from "@vetrina/client/api-error";
import type { Transport } from "@vetrina/client/transport";
import type { Client } from "@vetrina/client/types";
import { maxBodyBytes } from "@vetrina/contract/endpoint";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { ErrorCode } from "@vetrina/contract/errors";
import type { Menu, MenuName } from "@vetrina/contract/catalogue/menus";
import type { Assortment, PageSources, Render } from "@vetrina/contract/rendering";
import type { Store } from "@vetrina/contract/stores/stores";
import { pageSources } from "./gateways/page-sources.ts";
import { pageAddress } from "./page-address.ts";
import { pageCalls } from "./page-calls.ts";
import { pageLanguage } from "./page-language.ts";
import { createVisitorShares, letOthersRun, noteLeftPage } from "./platform/visitor-shares.ts";
import type { Services } from "./platform/context.ts";
import { ApiFailure } from "./platform/errors.ts";
import { addressTime, requireTime } from "./platform/http/callers/address-time.ts";
import { clientGone } from "./platform/http/client-gone.ts";
import { asFailure } from "./platform/http/answers/error-handler.ts";
import { storeOfRequest } from "./platform/http/host-store.ts";
import { formType, maxFormBytes, readForm } from "./platform/http/bodies/read-form.ts";
import { serveFolder } from "./platform/http/answers/serve-folder.ts";
import { callerAddress, inProcessTransport } from "./platform/http/transport.ts";
import type { StoreRef } from "./platform/store-directory.ts";
import { messagePage, messagePagePolicy } from "./platform/message-page.ts";

const storefront = path.join(import.meta.dirname, "../../storefront");

/** The settings that every page of a store needs. */
type Settings = {
  store: Store;
  menus: Record<MenuName, Menu>;
  assortment: Assortment;
  sources: PageSources;
};
type KnownSettings = WeakMap<StoreRef, Map<LanguageCode | null, Promise<Settings>>>;

/**
 * Calls that read settings use this as the caller's address. It belongs to no client, so they don't wait behind other
 * calls of the client whose page needs the settings first.
 */
const settingsAddress = "0.0.0.0";

/**
 * Serves stores' pages on all paths that no other route has. Pages are rendered in this process and call the API
 * without a network hop.
 */
export async function mountStorefront(
  app: FastifyInstance,
  services: Services,
  options: { development: boolean; mediaDir: string; rateLimits: boolean },
): Promise<void> {
  const render = options.development ? await developmentRender(app) : await builtRender(app);
  const settings: KnownSettings = new WeakMap();
  const pages = createVisitorShares({ pause: letOthersRun });
  // Forms have their own limit, because a form's action may wait a long time, for example for its turn to hash a
  // password.
  const forms = createVisitorShares({ pause: letOthersRun });
  const showPage = async (
    request: FastifyRequest,
    sent: Request,
    ref: StoreRef,
    api: Transport,
  ): Promise<ShownPage> => {
    const language = pageLanguage(ref, new URL(sent.url), request.headers.cookie);
    const own = inProcessTransport(app, { ip: settingsAddress, host: request.host });
    const shown = await settingsOf(services, ref, language.code, own, settings);
    let isUnavailable = false;
    const page = await render(sent, {
      ...shown,
      api,
      language: language.tag,
      languages: ref.languages,
      translation: language.code,
      report: (error) => {
        isUnavailable ||=
          isApiError(error, "DATABASE_UNAVAILABLE") || isApiError(error, "SERVER_BUSY");
        request.log.error({ err: error, traceId: request.id }, "a page failed");
      },
    });
    isUnavailable ||= page.status === 503;
    const body = await readBody(request, page);
    return { page, body, isUnavailable, cookie: language.cookie };
  };
  // The demo's pictures. Uploaded ones are served by platform/http/media-route.ts.
  await serveFolder(app, {
    root: options.mediaDir,
    prefix: "/media/",
    without: ["up", "reviews"],
  });
  await app.register(async (web) => {
    // formOf() reads forms, so Fastify parses no body.
    web.removeAllContentTypeParsers();
    web.addContentTypeParser("*", (_request, _payload, done) => done(null));
    // Handles requests that are rejected before the handler runs, such as those with an invalid Content-Type.
    web.setErrorHandler((error: Error, request, reply) =>
      sendFailure(request, reply, asFailure(error)),
    );
    web.route({
      // All of Fastify's methods except TRACE, which no page needs.
      method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
      url: "/*",
      handler: async (request, reply) => {
        try {
          if (options.rateLimits) requireTime(request);
          const address = pageAddress(request);
          const store = await storeOfRequest(services.directory, request);
          const gone = clientGone(reply);
          gone.addEventListener("abort", noteLeftPage);
          const form = await formOf(request, address);
          const caller = options.rateLimits ? callerAddress(request) : null;
          const holder = { store: store.id, owner: store.owner, address: caller };
          const calls = pageCalls(app, request, gone);
          const work = async () => {
            let shown: ShownPage | null = null;
            try {
              const sent = toRequest(request, address, { form, gone });
              return (shown = await showPage(request, sent, store, calls.transport));
            } finally {
              if (caller !== null) addressTime.spend(caller, msOf(shown, gone));
              await calls.ended();
            }
          };
          const shares = form === null ? pages : forms;
          const shown = await calls.inShare((begin) => shares(holder, begin, gone), work);
          if (store.languages.length > 1) reply.header("vary", "Cookie");
          return sendPage(reply, shown);
        } catch (error) {
          return sendFailure(request, reply, error as Error);
        }
      },
    });
  });
}

/**
 * Caches the settings per language as long as the directory returns the same store object, so that settings and store
 * are refreshed together.
 */
function settingsOf(
  services: Services,
  ref: StoreRef,
  language: LanguageCode | null,
  api: Transport,
  known: KnownSettings,
): Promise<Settings> {
  const cached = known.get(ref) ?? new Map<LanguageCode | null, Promise<Settings>>();
  known.set(ref, cached);
  let settings = cached.get(language);
  if (settings === undefined) {
    const client = createClient({ transport: api, retryBusy: false });
    settings = readSettings(services, client, ref.id, language);
    cached.set(language, settings);
    settings.catch(() => cached.delete(language));
  }
  return settings;
}

async function readSettings(
  { gateways }: Services,
  client: Client,
  id: string,
  code: LanguageCode | null,
): Promise<Settings> {
  const language = code === null ? {} : { language: code };
  const menu = (name: MenuName) => client.menus.getMenu({ storeId: id, name, ...language });
  const [store, main, footer, assortment, providers] = await Promise.all([
    client.stores.getStore({ id, ...language }),
    menu("main"),
    menu("footer"),
    readAssortment(client, { linkStoreId: id, limit: 1, ...language }).catch(withoutAssortment),
    client.payments.listPaymentProviders({ storeId: id }),
  ]);
  const sources = pageSources(providers.items, gateways.sandbox);
  return { store, menus: { main, footer }, assortment, sources };
}

/**
 * Returns empty lists if reading them failed with INTERNAL_ERROR. Then the page is shown without categories in its
 * menu. Throws all other errors, such as temporary ones.
 */
function withoutAssortment(error: unknown): Assortment {
  if (!isApiError(error, "INTERNAL_ERROR")) throw error;
  return { departments: [], categories: [], hasSale: false };
}

async function readAssortment(
  client: Client,
  one: Parameters<Client["products"]["listProducts"]>[0],
): Promise<Assortment> {
  const [{ facets }, { total: reduced }] = await Promise.all([
    client.products.listProducts(one),
    client.products.listProducts({ ...one, sale: true }),
  ]);
  const valuesOf = (name: string) =>
    facets
      .filter((facet) => facet.name === name)
      .flatMap(({ values }) => values.map(({ value, label }) => ({ value, label })));
  return {
    departments: valuesOf("department"),
    categories: valuesOf("category"),
    hasSale: reduced > 0,
  };
}

async function builtRender(app: FastifyInstance): Promise<Render> {
  const build = path.join(storefront, "build");
  const root = path.join(build, "client/assets");
  await serveFolder(app, { root, prefix: "/assets/", inMemory: true });
  const bundle = (await import(pathToFileURL(path.join(build, "server/index.js")).href)) as {
    render: Render;
  };
  return bundle.render;
}

/** Vite in middleware mode: saved files appear in the browser and in the next rendered page immediately. */
async function developmentRender(app: FastifyInstance): Promise<Render> {
  const require = createRequire(path.join(storefront, "package.json"));
  const entry = path.join(path.dirname(require.resolve("vite/package.json")), "dist/node/index.js");
  const { createServer } = (await import(pathToFileURL(entry).href)) as typeof Vite;
  const vite = await createServer({
    root: storefront,
    configFile: path.join(storefront, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    const { url } = request;
    if (url.startsWith("/api/") || url.startsWith("/media/") || url.startsWith("/health"))
      return done();
    vite.middlewares(request.raw, reply.raw, (error?: unknown) => done(error as Error | undefined));
  });
  return async (request, options) => {
    const bundle = (await vite.ssrLoadModule("/server.ts")) as { render: Render };
    return bundle.render(request, options);
  };
}

type Form = Awaited<ReturnType<typeof readForm>>;

/** The form sent with the request for a page; null for methods without a body. */
async function formOf(request: FastifyRequest, address: URL): Promise<Form | null> {
  if (request.method === "GET" || request.method === "HEAD") return null;
  return readForm(request.raw, maxBytesOf(address));
}

/**
 * The request as the page's renderer gets it: with the page's address, the caller's headers and a form's body. Copying
 * the headers takes time, so it's done within the limit on renderings.
 */
function toRequest(
  request: FastifyRequest,
  address: URL,
  { form, gone: signal }: { form: Form | null; gone: AbortSignal },
): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith(":") ? [] : [value ?? []].flat().map((one) => [name, one]),
  );
  const init = { method: request.method, headers: new Headers(headers), signal };
  if (form === null) return new Request(address, init);
  init.headers.set("content-type", formType);
  return new Request(address, { ...init, body: form });
}

/**
 * The maximum size of a page's form. The contact form's is higher, because it contains a whole message, and a character
 * may take twelve bytes in a form.
 */
function maxBytesOf({ pathname }: URL): number {
  return pathname === "/contact-us" ? maxBodyBytes.anonymous : maxFormBytes;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const worthCompressing = 1024;

/** `size`: the bytes before compression. */
type Body = {
  bytes: Buffer;
  size: number;
  isCompressible: boolean;
  encoding: "br" | "gzip" | null;
};

/** Compresses the page within the limit on renderings, because the threads that compress are few and shared. */
async function readBody(request: FastifyRequest, page: Response): Promise<Body | null> {
  if (page.body === null || request.method === "HEAD") return null;
  const bytes = Buffer.from(await page.arrayBuffer());
  const size = bytes.length;
  const type = page.headers.get("content-type") ?? "";
  if (bytes.length < worthCompressing || !/text|json|javascript|svg|x-script/.test(type))
    return { bytes, size, isCompressible: false, encoding: null };
  const accepted = request.headers["accept-encoding"] ?? "";
  if (/\bbr\b/.test(accepted)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 8,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return { bytes: await brotli(bytes, { params }), size, isCompressible: true, encoding: "br" };
  }
  if (/\bgzip\b/.test(accepted))
    return { bytes: await zip(bytes), size, isCompressible: true, encoding: "gzip" };
  return { bytes, size, isCompressible: true, encoding: null };
}

type ShownPage = {
  page: Response;
  body: Body | null;
  isUnavailable: boolean;
  /** The Set-Cookie header with the visitor's language; null if there is none to set. */
  cookie: string | null;
};

/**
 * The milliseconds of processor time that a page counts against the caller's address. Estimated from its size (60 kB
 * take about 20 ms), because the time between start and end includes other requests' work. A page that its caller left
 * counts like one of 60 kB, whose data has been read.
 */
function msOf(shown: ShownPage | null, gone: AbortSignal): number {
  return gone.aborted ? 20 : 5 + (shown?.body?.size ?? 0) / 4000;
}

function sendPage(reply: FastifyReply, { page, body, isUnavailable, cookie }: ShownPage) {
  if (isUnavailable) reply.header("retry-after", "2");
  if (isLastResort(page)) return sendApology(reply, isUnavailable ? 503 : 500);
  reply.code(isUnavailable && page.status === 500 ? 503 : page.status);
  if (cookie !== null) reply.header("set-cookie", cookie);
  for (const [name, value] of page.headers) if (name !== "x-page-tags") reply.header(name, value);
  if (body === null) return reply.send();
  if (body.isCompressible)
    reply.header("vary", [reply.getHeader("vary"), "Accept-Encoding"].filter(Boolean).join(", "));
  if (body.encoding !== null) reply.header("content-encoding", body.encoding);
  return reply.send(body.bytes);
}

/** Sends an error page that needs no data of the shop, and so has no shop's design. */
function sendFailure(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  reply
    .header("cache-control", "no-store")
    .header("content-security-policy", messagePagePolicy)
    .type("text/html; charset=utf-8");
  if (error instanceof ApiFailure && error.code === "UNKNOWN_HOST")
    return reply.code(421).send(messagePage("There is no store at this address", noStore));
  if (error instanceof ApiFailure && error.code === "RATE_LIMITED") {
    const { retryAfterSeconds } = error.details as { retryAfterSeconds: number };
    return reply
      .code(429)
      .header("retry-after", retryAfterSeconds)
      .send(messagePage("Too many requests", error.message));
  }
  const unread = error instanceof ApiFailure ? unreadForms[error.code] : undefined;
  // Closes the connection, because the rest of the body isn't read.
  if (error instanceof ApiFailure && unread !== undefined)
    return reply
      .code(error.statusCode)
      .header("connection", "close")
      .send(messagePage(...unread));
  const isBusy = error instanceof ApiFailure && error.code === "SERVER_BUSY";
  if (!isBusy)
    request.log.error({ err: error, traceId: request.id }, "a page could not be rendered");
  return sendApology(reply.header("retry-after", "2"), 503);
}

const unreadForms: Partial<Record<ErrorCode, [title: string, text: string]>> = {
  PAYLOAD_TOO_LARGE: ["This form is too large", "Go back and shorten it."],
  REQUEST_TIMEOUT: ["This form arrived too slowly", "Go back and send it again."],
  VALIDATION_FAILED: ["This form could not be read", "Go back and send it again."],
  UNSUPPORTED_MEDIA_TYPE: ["This is not a form", "Go back and submit the form on the page."],
};

/** Whether the response is React Router's own plain text, which is sent if even the shop's error page fails. */
function isLastResort(page: Response): boolean {
  return page.status === 500 && page.headers.get("content-type") === "text/plain";
}

function sendApology(reply: FastifyReply, status: 500 | 503): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", messagePagePolicy)
    .type("text/html; charset=utf-8")
    .send(
      messagePage("This shop is temporarily unavailable", "Your cart is saved. Try again shortly."),
    );
}

const noStore =
  "Check the address. If this server has no stores yet, start it without DEMO=0 to create the demo stores. A host of your own must be one of the store's verified domains.";
