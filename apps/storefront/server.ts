import { createClient } from "@vetrina/client/create-client";
import type { Render } from "@vetrina/contract/rendering";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import {
  clientContext,
  languageContext,
  menusContext,
  reportContext,
  sourcesContext,
  storeContext,
  tagsContext,
} from "./src/lib/context.ts";
import { mainMenu } from "./src/shell/main-menu.server.ts";
import { shownItems } from "./src/shell/shown-menu.server.ts";

export const loadBuild = () => import("virtual:react-router/server-build") as Promise<ServerBuild>;

/** Responds to requests for pages, page data and actions. The caller has found the store by the Host header. */
export const render = renderer(loadBuild);

/** Creates a `render` function for the build that `load` returns. The benchmark uses it for its own build. */
export function renderer(load: () => Promise<ServerBuild>): Render {
  // Created once, because otherwise the router would sort all routes for every request.
  let handler: Promise<RequestHandler> | undefined;
  return async (
    request,
    { api, store, menus, assortment, sources, language, languages, translation, report },
  ) => {
    const cookie = request.headers.get("cookie");
    const context = new RouterContextProvider();
    context.set(
      clientContext,
      createClient({
        transport: api,
        baseUrl: new URL(request.url).origin,
        // If the API is busy, the page fails with 503 instead of retrying, because a page that waits would block
        // others.
        retryBusy: false,
        ...(translation === null ? {} : { language: translation }),
        // The cookie holds the order keys, which authorize the order page.
        ...(cookie ? { headers: { cookie } } : {}),
      }),
    );
    context.set(storeContext, store);
    context.set(menusContext, {
      ...mainMenu(shownItems(menus.main.items), store.navigation, assortment),
      footer: shownItems(menus.footer.items),
    });
    context.set(languageContext, { language, languages, translation });
    context.set(sourcesContext, sources);
    context.set(reportContext, report);
    context.set(tagsContext, new Set());
    handler ??= load().then((build) => createRequestHandler(build, import.meta.env.MODE));
    return (await handler)(request, context);
  };
}
