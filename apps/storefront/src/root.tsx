import { cartStorageKey } from "@vetrina/commerce/constants";
import { type ReactNode, use } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import "./app.css";
import { AnnouncementBar } from "./shell/announcement-bar.tsx";
import { FailurePage, NotFoundPage } from "./shell/error-page.tsx";
import { SiteFooter } from "./shell/site-footer.tsx";
import { SiteHeader } from "./shell/site-header.tsx";
import displayFace from "./fonts/display.woff2?url";
import textFace from "./fonts/text.woff2?url";
import { CartHost } from "./cart/cart-host.tsx";
import { languageContext, menusContext, storeContext, tagsContext } from "./lib/context.ts";
import { handleOf } from "./lib/handle.ts";
import { NonceContext } from "./lib/nonce.ts";
import { usePageEffects } from "./shell/page-effects.ts";
import { pageScript } from "./shell/page-script.ts";
import { directionOf, publicOrigin, type RootData, type Shop } from "./lib/store.ts";
import { themeTokens } from "./shell/theme.ts";
import { addressScript, useUntilAlive } from "./lib/until-alive.ts";

const displayFamily = "Sofia Sans Extra Condensed Variable";
const textFamily = "Hanken Grotesk Variable";

export function loader({ context, request }: Route.LoaderArgs): RootData {
  for (const tag of ["store", "menu:main", "menu:footer"]) context.get(tagsContext).add(tag);
  const {
    home: _home,
    navigation: _links,
    version: _,
    createdAt: _at,
    ...store
  } = context.get(storeContext);
  return {
    store,
    menus: context.get(menusContext),
    ...context.get(languageContext),
    origin: publicOrigin(request.url, store),
  };
}

// The store doesn't change while somebody shops.
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  useUntilAlive();
  const data = useRouteLoaderData<RootData>("root");
  const handles = useMatches().map(({ handle }) => handleOf(handle));
  const language = data?.language ?? "en";
  const nonce = use(NonceContext);
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-language={data?.translation ?? undefined}
      data-cart={data ? cartStorageKey(data.store.slug) : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: addressScript }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={data?.store.theme["color-paper"] ?? "#f7f8f9"} />
        {faces(data?.store.theme).map((href) => (
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
        {data ? <ThemeStyle theme={data.store.theme} /> : null}
      </head>
      <body>
        {data ? (
          <Shell overlay={handles.some((handle) => handle?.overlayHeader)}>{children}</Shell>
        ) : (
          <main id="main">{children}</main>
        )}
        {/* The script has already run when React hydrates, so the browser's bundle doesn't need it. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? pageScript : "" }}
        />
        <ScrollRestoration />
        {handles.some((handle) => handle?.noJs) ? null : <Scripts />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return status === 404 || status === 410 ? (
    <>
      <title>Page not found</title>
      <NotFoundPage />
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
      <a
        href="#main"
        className="fixed inset-s-2 top-2 z-50 bg-ink px-4 py-3 text-paper not-focus:sr-only"
      >
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

/** The store's theme, which overrides the tokens. Inline in the page; its hash is in the Content-Security-Policy. */
function ThemeStyle({ theme }: { theme: Shop["theme"] }) {
  const nonce = use(NonceContext);
  const uppercase = (theme["display-case"] ?? "uppercase") === "uppercase";
  const tokens = { ...(uppercase ? {} : { "display-leading": "1" }), ...theme };
  const rules = themeTokens(tokens).map(([name, value]) => `--${name}:${withFallback(value)}`);
  if (rules.length === 0) return null;
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: `:root{${rules.join(";")}}` }} />;
}

/** The default typefaces have system fallbacks with the same metrics, so that nothing moves when they are loaded. */
function withFallback(value: string): string {
  return value
    .replace(`"${displayFamily}"`, `"${displayFamily}","Display Fallback"`)
    .replace(`"${textFamily}"`, `"${textFamily}","Text Fallback"`);
}

/** The font files this theme needs at once. */
function faces(theme: Shop["theme"] = {}): string[] {
  const uses = (token: string, family: string) => theme[token]?.includes(family) ?? true;
  return [
    ...(uses("font-text", textFamily) ? [textFace] : []),
    ...(uses("font-display", displayFamily) ? [displayFace] : []),
  ];
}
