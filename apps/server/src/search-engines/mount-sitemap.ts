import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { createClient } from "@vetrina/client/create-client";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { storeOfHost } from "../platform/http/host-store.ts";
import { inProcessTransport } from "../platform/http/transport.ts";
import { publicOrigin } from "../platform/network/public-origin.ts";
import type { StoreRef } from "../platform/store-directory.ts";
import { createKeep } from "./keep.ts";
import {
  readCollectionFiles,
  readCollections,
  readPages,
  readProductFiles,
  readProducts,
} from "./sitemap-files.ts";
import { type Entry, indexXml, urlSetXml } from "./sitemap-xml.ts";

type Kind = "products" | "collections" | "pages";
type File = { kind: Kind; number: number };
type Packed = { bytes: Buffer; etag: string };

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * GET /sitemap.xml and the files it names. What a file needs of the database is read once for all who ask within some
 * minutes, and kept compressed: a hundred files of 5,000 addresses are about 15 MB.
 */
export function mountSitemap(app: FastifyInstance, services: Services): void {
  const keep = createKeep<Packed>({ minutes: 5, max: 100 });
  const keepFiles = createKeep<Awaited<ReturnType<typeof readProductFiles>>>({
    minutes: 5,
    max: 1000,
  });
  const { catalogue } = services.database;

  const productFiles = (store: StoreRef) =>
    keepFiles(store.id + store.languages.length, () => readProductFiles(catalogue, store));

  async function serve(request: FastifyRequest, reply: FastifyReply, file: File | null) {
    const store = await storeOfHost(services.directory, request.hostname);
    const origin = publicOrigin(request, store, services.publicUrl);
    const name = file === null ? "index" : `${file.kind}-${file.number}`;
    const key = [store.id, origin, store.languages.join(), name].join(" ");
    const packed = await keep(key, async () => {
      const client = createClient({
        baseUrl: origin,
        transport: inProcessTransport(app, request.ip),
      });
      const xml =
        file === null
          ? indexXml(origin, await filesOf(store))
          : urlSetXml(origin, store.languages, await entriesOf(store, file, client));
      return { bytes: await pack(xml), etag: etagOf(xml) };
    });
    return send(request, reply, packed);
  }

  async function filesOf(store: StoreRef): Promise<Entry[]> {
    const [products, collections] = await Promise.all([
      productFiles(store),
      readCollectionFiles(catalogue, store),
    ]);
    return [
      ...products.map(({ changedAt }, i) => ({ path: pathOf("products", i + 1), changedAt })),
      ...Array.from({ length: collections.files }, (_, i) => ({
        path: pathOf("collections", i + 1),
        changedAt: collections.changedAt,
      })),
      { path: pathOf("pages", 1), changedAt: null },
    ];
  }

  async function entriesOf(
    store: StoreRef,
    { kind, number }: File,
    client: ReturnType<typeof createClient>,
  ): Promise<Entry[]> {
    if (kind === "products") {
      const files = await productFiles(store);
      const file = files[number - 1];
      if (file === undefined) throw notFound("page");
      return readProducts(catalogue, store, file.from, files[number]?.from ?? null);
    }
    if (kind === "collections") {
      const { files } = await readCollectionFiles(catalogue, store);
      if (number > files) throw notFound("page");
      return readCollections(client, store, number);
    }
    if (number > 1) throw notFound("page");
    return readPages(client, catalogue, store);
  }

  app.get("/sitemap.xml", (request, reply) => serve(request, reply, null));
  for (const kind of ["products", "collections", "pages"] as const)
    app.get<{ Params: { number: string } }>(
      `/sitemap-${kind}-:number(^[1-9]\\d{0,4}).xml`,
      (request, reply) => serve(request, reply, { kind, number: Number(request.params.number) }),
    );
}

function pathOf(kind: Kind, number: number): string {
  return `/sitemap-${kind}-${number}.xml`;
}

async function send(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Packed) {
  reply
    .header("cache-control", "public, max-age=3600")
    .header("vary", "Accept-Encoding")
    .header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  reply.type("application/xml; charset=utf-8");
  if (/\bgzip\b/.test(request.headers["accept-encoding"] ?? ""))
    return reply.header("content-encoding", "gzip").send(bytes);
  return reply.send(await unpack(bytes));
}

/** Weak: compressed or not, it is the same file. */
function etagOf(xml: string): string {
  return `W/"${createHash("sha256").update(xml).digest("base64url").slice(0, 22)}"`;
}
