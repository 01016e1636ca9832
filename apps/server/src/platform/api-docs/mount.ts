import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { api, basePath } from "@vetrina/contract/api";
import type { FastifyInstance, FastifyReply } from "fastify";
import { openApiDocument } from "../openapi.ts";
import { apiDocsPages, missingPage } from "./pages.ts";
import { createSearch } from "./search.ts";
import { apiDocsPolicy } from "./style.ts";

/** A text as it is sent: made and compressed once, and shared by the answers that are still being sent. */
type Kept = { plain: Buffer; br: Buffer; gzip: Buffer; tag: string };

const html = "text/html; charset=utf-8";

/** The API's description for programs (openapi.json) and for people (docs). Each page is made at its first request. */
export function mountApiDocument(app: FastifyInstance): void {
  const description = lazily(() => openApiDocument(api));
  const pages = lazily(() => apiDocsPages(description()));
  const search = lazily(() => createSearch(description()));
  const json = lazily(() => keep(JSON.stringify(description())));
  const kept = new Map<string, Promise<Kept>>();
  const page = (name: string) => {
    const write = pages().get(name);
    if (write !== undefined && !kept.has(name)) kept.set(name, keep(write()));
    return kept.get(name);
  };

  app.get(`${basePath}/openapi.json`, async (_request, reply) =>
    sendKept(
      reply.header("access-control-allow-origin", "*").type("application/json; charset=utf-8"),
      await json(),
    ),
  );
  app.get<{ Querystring: { q?: string | string[] } }>(
    `${basePath}/docs`,
    async (request, reply) => {
      const { q } = request.query;
      if (q !== undefined) return asPage(reply).send(search()([q].flat().join(" ")));
      const start = await page("");
      return start && sendKept(asPage(reply), start);
    },
  );
  app.get<{ Params: { "*": string } }>(`${basePath}/docs/*`, async (request, reply) => {
    const found = await page(request.params["*"]);
    return found
      ? sendKept(asPage(reply), found)
      : asPage(reply).code(404).send(missingPage(description()));
  });
}

function asPage(reply: FastifyReply): FastifyReply {
  return reply.type(html).header("content-security-policy", apiDocsPolicy);
}

async function keep(text: string): Promise<Kept> {
  const plain = Buffer.from(text);
  // Between speed and size: a kept text is compressed once.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ]);
  const tag = `"${createHash("sha256").update(plain).digest("base64url")}"`;
  return { plain, br, gzip: zipped, tag };
}

function sendKept(reply: FastifyReply, kept: Kept): FastifyReply {
  const { headers } = reply.request;
  reply.header("etag", kept.tag).header("cache-control", "no-cache");
  reply.header("vary", "accept-encoding");
  if (headers["if-none-match"]?.includes(kept.tag) === true) return reply.code(304).send();
  const accepted = headers["accept-encoding"] ?? "";
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(kept.br);
  if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(kept.gzip);
  return reply.send(kept.plain);
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
