import { createClient } from "@vetrina/client/create-client";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../platform/context.ts";
import type { Queryable } from "../platform/database/sql.ts";
import { notFound } from "../platform/errors.ts";
import type { Shares } from "../platform/fair-shares.ts";
import { addressTime, requireTime, timedWork } from "../platform/http/callers/address-time.ts";
import { clientGone } from "../platform/http/client-gone.ts";
import { storeOfRequest } from "../platform/http/host-store.ts";
import { callerAddress, inProcessTransport } from "../platform/http/transport.ts";
import { publicOrigin } from "../platform/network/public-origin.ts";
import type { StoreRef } from "../platform/store-directory.ts";
import { createKeep } from "./keep.ts";
import { shopQueries } from "./shop-queries.ts";
import { type PackedFile, packFile, sendFile, takesGzip } from "./packed-file.ts";
import {
  maxLength,
  type ProductFile,
  readCollectionFiles,
  readCollections,
  readPages,
  readProductFiles,
  readProducts,
} from "./sitemap-files.ts";
import { type Entry, indexXml, urlSetXml } from "./sitemap-xml.ts";

type Kind = "products" | "collections" | "pages";
type File = { kind: Kind; number: number };
type Holder = { store: string; owner: string; address: string | null };
type Options = {
  rateLimits: boolean;
  /** Limits how many requests are served at once, because each may have to make a file. */
  shares: Shares<Holder>;
};
/** What a sitemap file is read from. */
type Source = { store: StoreRef; catalogue: Queryable; client: ReturnType<typeof createClient> };

/**
 * The time per MB that counts against a caller's address if a file is unpacked for a client that doesn't accept
 * compressed files.
 */
const unpackMsPerMb = 20;

/**
 * GET /sitemap.xml and the files it lists. A file is read from the database once for all requests within a few minutes,
 * and cached compressed: at most 64 files, and 32 MB together.
 */
export function mountSitemap(app: FastifyInstance, services: Services, options: Options): void {
  const keep = createKeep<PackedFile>({
    minutes: 5,
    max: 64,
    maxBytes: 32 * 1024 * 1024,
    bytesOf: ({ bytes }) => bytes.length,
  });
  const keepFiles = createKeep<readonly ProductFile[]>({ minutes: 5, max: 200 });

  const productFiles = ({ store, catalogue }: Source) =>
    keepFiles(store.owner, store.id + store.languages.length, () =>
      readProductFiles(catalogue, store),
    );

  async function serve(request: FastifyRequest, reply: FastifyReply, file: File | null) {
    if (options.rateLimits) requireTime(request);
    const store = await storeOfRequest(services.directory, request);
    const origin = publicOrigin(request, store, services.publicUrl);
    const name = file === null ? "index" : `${file.kind}-${file.number}`;
    const key = [store.id, origin, store.languages.join(), name].join(" ");
    const caller = options.rateLimits ? callerAddress(request) : null;
    const holder = { store: store.id, owner: store.owner, address: caller };
    // Looks in the cache only when it is this request's turn. Otherwise, requests could wait for a file whose maker is
    // still queued.
    const packed = await options.shares(
      holder,
      () => keep(store.owner, key, () => makeFile(request, store, origin, file)),
      clientGone(reply),
    );
    if (caller !== null && !takesGzip(request))
      addressTime.spend(caller, (packed.size / 1e6) * unpackMsPerMb);
    return sendFile(request, reply, packed);
  }

  async function makeFile(
    request: FastifyRequest,
    store: StoreRef,
    origin: string,
    file: File | null,
  ): Promise<PackedFile> {
    const source = {
      store,
      catalogue: shopQueries(services, request, store, options.rateLimits),
      client: createClient({
        baseUrl: origin,
        transport: inProcessTransport(app, request),
        retryBusy: false,
      }),
    };
    const xml =
      file === null
        ? indexXml(origin, await filesOf(source))
        : urlSetXml(origin, store.languages, await entriesOf(source, file), maxLength);
    return options.rateLimits ? timedWork(request, () => packFile(xml)) : packFile(xml);
  }

  async function filesOf(source: Source): Promise<Entry[]> {
    const [products, collections] = await Promise.all([
      productFiles(source),
      readCollectionFiles(source.catalogue, source.store),
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

  async function entriesOf(source: Source, { kind, number }: File): Promise<Iterable<Entry>> {
    const { store, catalogue, client } = source;
    if (kind === "products") {
      const files = await productFiles(source);
      const file = files[number - 1];
      if (file === undefined) throw notFound("page");
      return readProducts(catalogue, store, file.from, files[number]?.from ?? null);
    }
    if (kind === "collections") {
      const { files, perCall } = await readCollectionFiles(catalogue, store);
      if (number > files) throw notFound("page");
      return readCollections(client, store, number, perCall);
    }
    if (number > 1) throw notFound("page");
    return readPages(client, catalogue, store);
  }

  // The framework's own HEAD route would unpack the file.
  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: "/sitemap.xml",
    handler: (request, reply) => serve(request, reply, null),
  });
  for (const kind of ["products", "collections", "pages"] as const)
    app.route<{ Params: { number: string } }>({
      method,
      url: `/sitemap-${kind}-:number(^[1-9]\\d{0,4}).xml`,
      handler: (request, reply) =>
        serve(request, reply, { kind, number: Number(request.params.number) }),
    });
}

function pathOf(kind: Kind, number: number): string {
  return `/sitemap-${kind}-${number}.xml`;
}
