import { readFileSync } from "node:fs";
import { basePath } from "@vetrina/contract/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { pace } from "../event-loop/pace.ts";
import { createCachedDocument } from "../http/answers/cached-document.ts";
import { createPartSender } from "../http/answers/send-parts.ts";
import { requireTime } from "../http/callers/address-time.ts";
import { countCaller } from "../http/callers/count-caller.ts";
import { callerAddress } from "../http/transport.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { apiDocsPages, missingPage } from "./pages.ts";
import { createSearch } from "./search.ts";
import { apiDocsPolicy } from "./style.ts";

/**
 * Written by `npm run gen`. Generating the document here would block the event loop for about 500 ms; reading the file
 * takes about 10 ms.
 */
const openApiFile = new URL("../../../../../docs/openapi.json", import.meta.url);

/** The maximum number of searches per minute from one address. */
const maxSearches = 60;

type SendDocument = ReturnType<typeof createCachedDocument>;

/**
 * Serves the API's description for programs (openapi.json) and for people (docs). A page is rendered once, at its first
 * request; search results are rendered for each request. `limited` counts the searches of each address. It is null on
 * a server without limits.
 */
export function mountApiDocument(
  app: FastifyInstance,
  limited: Pick<Services, "database"> | null,
): void {
  const parts = createPartSender();
  const description = lazily(
    () => JSON.parse(readFileSync(openApiFile, "utf8")) as OpenApiDocument,
  );
  const pages = lazily(() => apiDocsPages(description()));
  const missing = lazily(() => missingPage(description()));
  const search = lazily(() => createSearch(description()));
  const sendDescription = createCachedDocument(() => JSON.stringify(description()), parts);
  const senders = new Map<string, SendDocument>();
  const sendPage = (name: string, reply: FastifyReply) => {
    const write = pages().get(name);
    if (write === undefined) return reply.code(404).send(missing());
    const send = senders.get(name) ?? createCachedDocument(write, parts);
    senders.set(name, send);
    return send(reply);
  };

  app.get(`${basePath}/openapi.json`, (_request, reply) =>
    sendDescription(
      reply.header("access-control-allow-origin", "*").type("application/json; charset=utf-8"),
    ),
  );
  app.get<{ Querystring: { q?: string | string[] } }>(
    `${basePath}/docs`,
    async (request, reply) => {
      const { q } = request.query;
      if (q === undefined) return sendPage("", asPage(reply));
      if (limited !== null) await countSearch(limited, request);
      await pace();
      return asPage(reply).send(search()([q].flat().join(" ")));
    },
  );
  app.get<{ Params: { "*": string } }>(`${basePath}/docs/*`, (request, reply) =>
    sendPage(request.params["*"], asPage(reply)),
  );
}

/** Throws RATE_LIMITED if the caller searches too often, or if its address has used up its processing time. */
async function countSearch(
  { database }: Pick<Services, "database">,
  request: FastifyRequest,
): Promise<void> {
  requireTime(request);
  await countCaller(database.app, "searchApiDocs", callerAddress(request), { max: maxSearches });
}

function asPage(reply: FastifyReply): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("content-security-policy", apiDocsPolicy);
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
