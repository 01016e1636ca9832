import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { type EntryContext, type ServerBuild, ServerRouter } from "react-router";
import { withoutData } from "../../apps/storefront/src/rendering/router-internals.server.ts";
import { createClient } from "@vetrina/client/create-client";
import type { MenuName } from "@vetrina/contract/menus";

type Task = { bundle: string; origin: string; path: string; seconds: number };
type Bundle = {
  loadBuild: () => Promise<ServerBuild>;
  renderer: (
    load: () => Promise<ServerBuild>,
  ) => (request: Request, options: object) => Promise<Response>;
};

/** Renders a page repeatedly by react-dom alone. Its data is loaded once, and there is no HTTP and no database. */
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
  const { context, url } = await entryContextOf((await import(bundle)) as Bundle, origin, path);
  // The stream of loader data can be read only once, and the components don't need it.
  const render = () =>
    renderToString(createElement(ServerRouter, { context: withoutData(context).context, url }));
  for (const end = performance.now() + 1000; performance.now() < end;) render();
  let done = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; done += 1) render();
  return done / seconds;
}

/** What the page is rendered from, captured on its way to the page's own renderer. */
async function entryContextOf({ loadBuild, renderer }: Bundle, origin: string, path: string) {
  let caught: { context: EntryContext; url: string } | undefined;
  const build = await loadBuild();
  const module = {
    ...build.entry.module,
    default: (request: Request, status: number, headers: Headers, context: EntryContext) => {
      caught = { context, url: request.url };
      return new Response("", { status, headers });
    },
  };
  const client = createClient({ baseUrl: origin });
  const store = await client.stores.getStore({ id: "sorvela" });
  const menu = (name: MenuName) => client.menus.getMenu({ storeId: store.id, name });
  const menus = { main: await menu("main"), footer: await menu("footer") };
  const page = renderer(() => Promise.resolve({ ...build, entry: { ...build.entry, module } }));
  await page(new Request(origin + path), {
    api: fetch,
    store,
    menus,
    assortment: { departments: [], categories: [], hasSale: false },
    language: store.locale,
    languages: [],
    translation: null,
  });
  if (caught === undefined) throw new Error("the page was not rendered");
  return caught;
}
