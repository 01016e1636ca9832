import { randomBytes } from "node:crypto";
import type { ReactElement } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { reportContext, tagsContext } from "./lib/context.ts";
import { deferHydration } from "./rendering/defer-hydration.server.ts";
import { nonceAttribute } from "./rendering/inline-elements.server.ts";
import { NonceContext } from "./lib/nonce.ts";
import { plainDataScripts } from "./rendering/plain-data.server.ts";
import { contentSecurityPolicy, setCommonHeaders } from "./rendering/security-headers.server.ts";

/**
 * Renders the whole page before answering, because a header contains the hashes of its scripts. A nonce for this
 * rendering distinguishes them from text of the database. It is removed again so that the page can be cached.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = randomBytes(18).toString("base64url");
  const html =
    renderAtOnce(request.url, context, nonce) ??
    (await renderInChunks(request, context, loadContext, nonce));
  const marked = deferHydration(html, nonce);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", contentSecurityPolicy(marked, nonce, import.meta.env.DEV));
  setCommonHeaders(headers);
  // For the page cache, which removes the header before the page is sent.
  headers.set("x-page-tags", [...loadContext.get(tagsContext)].join(","));
  return new Response(marked.replaceAll(nonceAttribute(nonce), ""), { status, headers });
}

/** The markers that React leaves in a string where part of the page waits for code or data. */
const unfinished = "<!--$!-->";
const end = "</body></html>";

/** Renders to a string, at a third of the cost of a stream; undefined if something in the page has to wait. */
function renderAtOnce(url: string, context: EntryContext, nonce: string): string | undefined {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  const scripts = plainDataScripts({ loaderData, actionData, errors }, nonce);
  if (scripts === undefined) return undefined;
  const { serverHandoffStream: _, ...rest } = context;
  const renderMeta: EntryContext["renderMeta"] = {};
  const html = renderToString(page({ ...rest, renderMeta }, url, nonce));
  if (html.includes(unfinished) || !html.endsWith(end)) return undefined;
  const data = renderMeta.didRenderScripts === true ? scripts : "";
  return `<!DOCTYPE html>${html.slice(0, -end.length)}${data}${end}`;
}

async function renderInChunks(
  request: Request,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
  nonce: string,
): Promise<string> {
  const stream = await renderToReadableStream(page(context, request.url, nonce), {
    nonce: { script: nonce, style: nonce },
    signal: request.signal,
    // Without JavaScript, parts streamed after the page would stay hidden, so completed parts are placed directly.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => reportOnce(error, request, loadContext),
  });
  await stream.allReady;
  return new Response(stream).text();
}

function page(context: EntryContext, url: string, nonce: string): ReactElement {
  return (
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={url} nonce={nonce} />
    </NonceContext>
  );
}

/** Answers with only loader data, which the browser requests while navigating, carry the same headers. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  setCommonHeaders(response.headers);
  return response;
};

export const handleError: HandleErrorFunction = (error, { request, context }) =>
  reportOnce(error, request, context);

const reported = new WeakSet<object>();

/**
 * One line a request: React, the router and the error page may all fail for the same reason. Visitors who leave early and
 * unknown URLs are not failures.
 */
function reportOnce(
  error: unknown,
  request: Request,
  context: Readonly<RouterContextProvider>,
): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  if (reported.has(context)) return;
  reported.add(context);
  context.get(reportContext)(error);
}
