import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import {
  createMemoryRouter,
  createRequestHandler,
  type EntryContext,
  Link,
  Scripts,
  type ServerBuild,
  ServerRouter,
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_decodeViaTurboStream as decode,
} from "react-router";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { deferHydration } from "./defer-hydration.server.ts";
import { inlineElements } from "./inline-elements.server.ts";
import { passPlainData } from "./pass-plain-data.ts";
import { plainDataScript } from "./plain-data.server.ts";
import {
  discoverMark,
  moduleScriptTag,
  preloadStart,
  unfinishedMarker,
  withoutData,
} from "./router-internals.server.ts";

const nonce = "the-nonce";
const data = { name: "Coat", prices: [19.9, null], isShown: true };

/** Runs an assertion about the router's internals. If it fails, says what to do. */
function unchanged(what: string, assertion: () => void): void {
  try {
    assertion();
  } catch (cause) {
    const message = `React Router or React handles ${what} differently now. Adapt router-internals.server.ts or use-stay.ts, or remove what uses it.`;
    throw new Error(message, { cause });
  }
}

let context: EntryContext;

/** A page with one route, as the router itself prepares it. */
beforeAll(async () => {
  const route = {
    id: "root",
    path: "",
    hasLoader: true,
    hasAction: false,
    hasErrorBoundary: false,
  };
  const never = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false };
  const chunks = {
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  };
  const build: ServerBuild = {
    entry: {
      module: {
        default: (_request, _status, _headers, entry) => {
          context = entry;
          return new Response("");
        },
      },
    },
    routes: {
      root: {
        id: "root",
        path: "",
        module: { default: Page, loader: () => data },
      },
    },
    assets: {
      entry: { imports: ["/shared.js"], module: "/entry.js" },
      routes: {
        root: { ...route, ...never, ...chunks, module: "/root.js", imports: ["/parts.js"] },
      },
      url: "/manifest.js",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
  };
  await createRequestHandler(build, "production")(new Request("https://shop.example/"));
});

function Page() {
  const body = createElement(
    "body",
    null,
    createElement(Link, { to: "/" }, "Home"),
    createElement(Scripts, { nonce }),
  );
  return createElement("html", null, body);
}

function render(of: EntryContext): string {
  return renderToString(
    createElement(ServerRouter, { context: of, url: "https://shop.example/", nonce }),
  );
}

describe("React Router still", () => {
  test("renders a page from a context without its data stream, and reports that it has scripts", () => {
    const bare = withoutData(context);
    unchanged("the context's stream", () =>
      expect(context.serverHandoffStream).toBeInstanceOf(ReadableStream),
    );
    const html = render(bare.context);
    unchanged("renderMeta.didRenderScripts", () => expect(bare.hasScripts()).toBe(true));
    unchanged("the end of the page", () => expect(html.endsWith("</body></html>")).toBe(true));
    unchanged("loader data", () => expect(html).not.toContain("streamController.enqueue"));
  });

  test("writes preload tags and the module script with the nonce, so that they can be deferred", () => {
    const html = render(withoutData(context).context);
    unchanged("preload tags", () => expect(html).toContain(`${preloadStart}/entry.js"`));
    unchanged("the module script", () =>
      expect(html.split(moduleScriptTag(nonce))).toHaveLength(2),
    );
    const deferred = deferHydration(html, nonce);
    const files = /data-files="([^"]*)"/.exec(deferred)?.[1]?.split(" ");
    unchanged("preload tags", () =>
      expect(files?.toSorted()).toEqual(
        expect.arrayContaining(["/entry.js", "/parts.js", "/root.js", "/shared.js"]),
      ),
    );
    unchanged("preload tags", () => expect(deferred).not.toContain(preloadStart));
  });

  test("writes every inline script with the nonce, for the hashes in the security policy", () => {
    const html = render(withoutData(context).context);
    const scripts = html.split("<script").length - 1;
    expect(scripts).toBeGreaterThan(1);
    unchanged("the nonce attribute", () =>
      expect(inlineElements(html, nonce)).toHaveLength(scripts),
    );
  });

  test("creates the stream controller before the page passes its data", () => {
    const html = render(withoutData(context).context);
    const page: { [name: string]: unknown; window?: unknown } = {
      ReadableStream,
      TextEncoderStream,
    };
    page.window = page;
    const [first] = inlineElements(html, nonce);
    runInNewContext(first?.code ?? "", page);
    unchanged("window.__reactRouterContext.streamController", () =>
      expect(() => passIn(page, data)).not.toThrow(),
    );
  });

  test("reads the loader data that the page passes", async () => {
    const state = { loaderData: { root: data }, actionData: null, errors: null };
    let sent = "";
    const streamController = { enqueue: (text: string) => (sent += text), close: () => {} };
    passIn({ __reactRouterContext: { streamController } }, state);
    const decoded = await decode(new Blob([sent]).stream(), globalThis);
    unchanged("numbered loader data", () => expect(decoded.value).toEqual(state));
  });

  test("reads its settings as JSON, without those that are false", () => {
    const settings = () => JSON.parse(context.serverHandoffString ?? "") as { isSpaMode: unknown };
    unchanged("its settings", () => expect(settings().isSpaMode).toBe(false));
    const html = render(withoutData(context).context);
    unchanged("its settings", () => expect(html).toContain('"ssr":true};'));
    expect(html).not.toContain("isSpaMode");
  });

  test("marks links whose routes it looks up", () => {
    const html = render(withoutData(context).context);
    unchanged("the mark of links", () => expect(html).toContain(discoverMark));
  });
});

/** Runs the page's data script and then `passPlainData`, both with `page` as the window object. */
function passIn(page: Record<string, unknown>, state: unknown): void {
  for (const { code } of inlineElements(plainDataScript(state, {}, nonce), nonce))
    runInNewContext(code, page);
  vi.stubGlobal("window", page);
  passPlainData();
  vi.unstubAllGlobals();
}

test("the router has the functions that use-stay.ts calls", () => {
  const router = createMemoryRouter([{ path: "/" }]);
  unchanged("blockers", () => {
    expect(RouterContext.displayName).toBe("DataRouter");
    expect(router.getBlocker("stay", () => true).state).toBe("unblocked");
    expect(router.state.blockers).toBeInstanceOf(Map);
    router.deleteBlocker("stay");
  });
  router.dispose();
});

test("React marks unfinished parts in a string", () => {
  const lazy = createElement(() => {
    throw new Promise(() => {});
  });
  const html = renderToString(createElement("p", null, createElement(Suspense, null, lazy)));
  unchanged("unfinished parts", () => expect(html).toContain(unfinishedMarker));
});
