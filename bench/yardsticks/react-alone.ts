import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { EntryContext, RouterContextProvider, ServerBuild } from "react-router";
import { withoutData } from "../../apps/storefront/src/rendering/router-internals.server.ts";
import { createClient } from "@vetrina/client/create-client";
import type { MenuName } from "@vetrina/contract/catalogue/menus";

type Task = { bundle: string; origin: string; path: string; seconds: number };
/** Exports of the storefront's server entry that are used here. The router itself calls only the default export. */
type Entry = {
  page: (context: EntryContext, rendering: object) => ReactElement;
  renderingOf: (request: Request, context: RouterContextProvider, nonce: string) => object;
};
type Bundle = {
  loadBuild: () => Promise<ServerBuild>;
  renderer: (
    load: () => Promise<ServerBuild>,
  ) => (request: Request, options: object) => Promise<Response>;
};

/**
 * Renders a page repeatedly with react-dom alone. The page's data is loaded once; after that, neither HTTP nor a
 * database is involved.
 */
process.once("message", (message) => {
  const { bundle, origin, path, seconds } = message as Task;
  measure(bundle, origin, path, seconds).then(
    (perSecond) => process.send?.({ perSecond }, () => process.exit(0)),
    (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
  );
});

async function measure(
  bundle: string,
  origin: string,
  path: string,
  seconds: number,
): Promise<number> {
  const { page, context, rendering } = await capturedPage(
    (await import(bundle)) as Bundle,
    origin,
    path,
  );
  // Without loader data, because its stream can be read only once and the components don't need it.
  const render = () => renderToString(page(withoutData(context).context, rendering));
  for (const end = performance.now() + 1000; performance.now() < end;) render();
  let done = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; done += 1) render();
  return done / seconds;
}

/** Captures the arguments that the router passes to the page's renderer: the context and the rendering. */
async function capturedPage({ loadBuild, renderer }: Bundle, origin: string, path: string) {
  let caught: { context: EntryContext; rendering: object } | undefined;
  const build = await loadBuild();
  const { page, renderingOf } = build.entry.module as unknown as Entry;
  const module = {
    ...build.entry.module,
    default: (
      request: Request,
      status: number,
      headers: Headers,
      context: EntryContext,
      loadContext: RouterContextProvider,
    ) => {
      caught = { context, rendering: renderingOf(request, loadContext, "") };
      return new Response("", { status, headers });
    },
  };
  const client = createClient({ baseUrl: origin });
  const store = await client.stores.getStore({ id: "sorvela" });
  const menu = (name: MenuName) => client.menus.getMenu({ storeId: store.id, name });
  const menus = { main: await menu("main"), footer: await menu("footer") };
  const answer = renderer(() => Promise.resolve({ ...build, entry: { ...build.entry, module } }));
  await answer(new Request(origin + path), {
    api: fetch,
    store,
    menus,
    assortment: { departments: [], categories: [], hasSale: false },
    language: store.locale,
    languages: [],
    translation: null,
  });
  if (caught === undefined) throw new Error("the page was not rendered");
  return { page, ...caught };
}
