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
import { reportContext, sourcesContext, storeContext, tagsContext } from "./lib/context.ts";
import { deferHydration } from "./rendering/defer-hydration.server.ts";
import { recordTexts } from "./lib/formats.ts";
import { ServerRenderingContext } from "./lib/server-rendering.ts";
import { codeOfShown } from "./lib/when-needed.ts";
import { isPlainData, plainDataScript } from "./rendering/plain-data.server.ts";
import {
  discoverMark,
  nonceAttribute,
  unfinishedMarker,
  withoutData,
} from "./rendering/router-internals.server.ts";
import { contentSecurityPolicy, setCommonHeaders } from "./rendering/security-headers.server.ts";
import { pageScript } from "./shell/page-script.server.ts";
import { type PageTheme, ThemeContext } from "./shell/page-theme.ts";
import { themeOfPage } from "./shell/theme.server.ts";

/**
 * Renders the whole page before responding, because a header contains the hashes of its scripts. During rendering, a
 * nonce distinguishes these scripts from stored text. It is removed at the end, so that the page can be cached.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = randomBytes(18).toString("base64url");
  const rendering = renderingOf(request, loadContext, nonce);
  const atOnce = () => renderAtOnce(context, rendering);
  const html =
    atOnce() ??
    // The code of a lazily loaded component is missing when it is first rendered after the server's start. In that
    // case, waits for the code and renders again.
    ((await codeOfShown()) ? atOnce() : undefined) ??
    (await renderInChunks(request, context, loadContext, rendering));
  const marked = deferHydration(withoutMarks(html), nonce);
  headers.set("content-type", "text/html; charset=utf-8");
  const sources = loadContext.get(sourcesContext);
  const policy = contentSecurityPolicy(marked, nonce, sources, import.meta.env.DEV);
  headers.set("content-security-policy", policy);
  setCommonHeaders(headers);
  // The tags for a future page cache; for now, the server removes this header. They are encoded, because a header can't
  // hold all letters of a collection's link.
  headers.set("x-page-tags", [...loadContext.get(tagsContext)].map(encodeURI).join(","));
  return new Response(marked.replaceAll(nonceAttribute(nonce), ""), { status, headers });
}

/** Removes the attribute that makes the router request a link's route. The router knows all routes from the start. */
function withoutMarks(html: string): string {
  return import.meta.env.DEV ? html : html.replaceAll(discoverMark, "");
}

type Rendering = { url: string; nonce: string; theme: PageTheme };

/**
 * The values that are needed, besides the router's context, to render a page. The benchmark also renders pages with
 * them.
 */
export function renderingOf(
  { url }: Request,
  loadContext: Readonly<RouterContextProvider>,
  nonce: string,
): Rendering {
  return { url, nonce, theme: themeOfPage(loadContext.get(storeContext).theme) };
}

const end = "</body></html>";

/**
 * Renders to a string, which costs less than a stream. Returns undefined if the data isn't plain, or if something on
 * the page has to wait for data or code.
 */
function renderAtOnce(context: EntryContext, rendering: Rendering): string | undefined {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  const data = { loaderData, actionData, errors };
  if (!isPlainData(data)) return undefined;
  const bare = withoutData(context);
  const { result: html, texts } = recordTexts(() => renderToString(page(bare.context, rendering)));
  if (html.includes(unfinishedMarker) || !html.endsWith(end)) return undefined;
  const script = bare.hasScripts() ? plainDataScript(data, texts, rendering.nonce) : "";
  return `<!DOCTYPE html>${html.slice(0, -end.length)}${script}${end}`;
}

async function renderInChunks(
  request: Request,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
  rendering: Rendering,
): Promise<string> {
  const { nonce } = rendering;
  const stream = await renderToReadableStream(page(context, rendering), {
    nonce: { script: nonce, style: nonce },
    signal: request.signal,
    // Without JavaScript, parts streamed after the page would stay hidden, so completed parts are placed directly.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => reportOnce(error, request, loadContext),
  });
  await stream.allReady;
  return new Response(stream).text();
}

export function page(context: EntryContext, { url, nonce, theme }: Rendering): ReactElement {
  return (
    <ServerRenderingContext value={{ nonce, pageScript }}>
      <ThemeContext value={theme}>
        <ServerRouter context={context} url={url} nonce={nonce} />
      </ThemeContext>
    </ServerRenderingContext>
  );
}

/** Sets the common headers on responses with only loader data, which the browser requests while navigating. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  setCommonHeaders(response.headers);
  return response;
};

export const handleError: HandleErrorFunction = (error, { request, context }) =>
  reportOnce(error, request, context);

const reported = new WeakSet<object>();

/**
 * Logs one line per request, because React, the router and the error page may all report the same error. Doesn't log
 * aborted requests, or responses below 500, such as 404 for an unknown URL.
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
