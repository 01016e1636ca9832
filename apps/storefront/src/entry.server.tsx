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
 * Renders the whole page before answering: its scripts' hashes stand in a header. A nonce of this rendering alone tells them
 * from text of the database and is taken out again, so that a page can be kept in a cache.
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
  // For the page cache, which takes the header off before the page goes out.
  headers.set("x-page-tags", [...loadContext.get(tagsContext)].join(","));
  return new Response(marked.replaceAll(nonceAttribute(nonce), ""), { status, headers });
}

/** What React leaves in a string where a part of the page has to wait for its code or its data. */
const unfinished = "<!--$!-->";
const end = "</body></html>";

/** The page as React writes it in one go, at a third of the cost of a stream; undefined where something in it has to wait. */
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
    // Completed parts stay in place: without JavaScript, parts sent after the page would stay hidden.
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

/** The answers of loaders alone, which the browser asks for while navigating, carry the same headers. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  setCommonHeaders(response.headers);
  return response;
};

export const handleError: HandleErrorFunction = (error, { request, context }) =>
  reportOnce(error, request, context);

const reported = new WeakSet<object>();

/** React and the router both tell of an error that ends a rendering. A visitor who leaves early, or asks what there is not, is no failure. */
function reportOnce(
  error: unknown,
  request: Request,
  context: Readonly<RouterContextProvider>,
): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  if (typeof error === "object" && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  context.get(reportContext)(error);
}
