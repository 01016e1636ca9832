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
import { shownItems } from "./src/shell/menus.ts";

export const loadBuild = () => import("virtual:react-router/server-build") as Promise<ServerBuild>;

/** Answers a page, a page's data or an action. The store is the one of the Host. */
export const render = renderer(loadBuild);

/** `render` with other routes than the shop's. The benchmark passes its own renderer. */
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
        // The page itself is answered with 503, because waiting would block other pages.
        retryBusy: false,
        ...(translation === null ? {} : { language: translation }),
        // The order page is authorized by the order's key, which the browser holds as a cookie.
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
