import { scrollKey, storageKey } from "@vetrina/commerce/constants";
import { type ReactNode, Suspense, use } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import "./app.css";
import { AnnouncementBar } from "./shell/announcement-bar.tsx";
import { FailurePage } from "./shell/error-page.tsx";
import { SiteFooter } from "./shell/site-footer.tsx";
import { SiteHeader } from "./shell/site-header.tsx";
import { CartHost } from "./cart/cart-host.tsx";
import { languageContext, menusContext, storeContext, tagsContext } from "./lib/context.ts";
import { handleOf, isForOtherStore } from "./lib/handle.ts";
import { ServerRenderingContext } from "./lib/server-rendering.ts";
import { usePageEffects } from "./shell/page-effects.ts";
import { packMenu } from "./shell/menus.ts";
import { usePageTheme } from "./shell/page-theme.ts";
import { directionOf, publicOrigin, type RootData, shopOf } from "./lib/store.ts";
import { addressScript, useUntilAlive } from "./lib/until-alive.ts";
import { isOffline, whenNeeded } from "./lib/when-needed.ts";

const NotFoundPage = whenNeeded(async () => {
  const page = await import("./shell/not-found-page.tsx");
  return { default: page.NotFoundPage };
});

export function loader({ context, request }: Route.LoaderArgs): RootData {
  for (const tag of ["store", "menu:main", "menu:footer"]) context.get(tagsContext).add(tag);
  const store = shopOf(context.get(storeContext));
  const { main, footer, rowFrom } = context.get(menusContext);
  return {
    store,
    menus: { main: packMenu(main), footer: packMenu(footer), rowFrom },
    ...context.get(languageContext),
    origin: publicOrigin(request.url, context.get(storeContext)),
  };
}

// The store's data is loaded once, and not again as the shopper moves between pages.
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  useUntilAlive();
  useScrollRestoration({ storageKey: scrollKey });
  const data = useRouteLoaderData<RootData>("root");
  const matches = useMatches();
  const handles = matches.map(({ handle }) => handleOf(handle));
  const noJs = handles.some((handle) => handle?.noJs);
  const language = data?.language ?? "en";
  const rendering = use(ServerRenderingContext);
  const nonce = rendering?.nonce;
  const theme = usePageTheme();
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-language={data?.translation ?? undefined}
      data-cart={data ? storageKey(data.store.slug, "cart") : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: addressScript }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={theme.color} />
        {theme.faces.map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            href={href}
          />
        ))}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <Meta />
        <Links />
        {theme.rules ? (
          <style nonce={nonce} data-theme="" dangerouslySetInnerHTML={{ __html: theme.rules }} />
        ) : null}
      </head>
      <body>
        {data && !matches.some(({ loaderData }) => isForOtherStore(loaderData)) ? (
          <Shell overlay={handles.some((handle) => handle?.overlayHeader)}>{children}</Shell>
        ) : (
          <main id="main">{children}</main>
        )}
        {/* The script has already run when React hydrates the page, so the browser's bundle doesn't contain it. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: rendering?.pageScript(noJs) ?? "" }}
        />
        {noJs ? null : <Scripts />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : isOffline() ? 0 : 500;
  return status === 404 || status === 410 ? (
    <>
      <title>Page not found</title>
      <Suspense fallback={null}>
        <NotFoundPage />
      </Suspense>
    </>
  ) : (
    <>
      <title>Something went wrong</title>
      <FailurePage status={status} />
    </>
  );
}

function Shell({ overlay, children }: { overlay: boolean; children: ReactNode }) {
  usePageEffects();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AnnouncementBar />
      <SiteHeader overlay={overlay} />
      <main id="main" className={overlay ? "-mt-16.25" : undefined}>
        {children}
      </main>
      <SiteFooter />
      <CartHost />
    </>
  );
}
