import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PageSources } from "@vetrina/contract/rendering";
import type { SandboxUrls } from "./addresses.ts";

type Shown = { provider: PaymentProvider; environment: PaymentEnv };

/** Where a stand-in serves the provider's page script. Mollie and the test payment have none. */
const scriptPaths: Partial<Record<PaymentProvider, string>> = {
  PAYPAL: "/sdk/js",
  STRIPE: "/endive/stripe.js",
};

/** What each provider documents for the Content-Security-Policy of a page with its script. */
const documented: Partial<Record<PaymentProvider, Partial<PageSources>>> = {
  PAYPAL: {
    script: ["https://*.paypal.com", "https://*.paypalobjects.com"],
    // Its buttons and fields add <style> elements to the page.
    style: ["'unsafe-inline'"],
    image: ["https://*.paypal.com", "https://*.paypalobjects.com"],
    connect: ["https://*.paypal.com"],
    frame: ["https://*.paypal.com"],
  },
  STRIPE: {
    script: ["https://js.stripe.com", "https://*.js.stripe.com"],
    connect: ["https://api.stripe.com"],
    frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  },
};

/**
 * The address of a local stand-in's page script; null: the provider's own. In LIVE that is always its own, whatever the
 * configuration says.
 */
export function standinScript(shown: Shown, sandbox: SandboxUrls): string | null {
  const origin = standinOrigin(shown, sandbox);
  const path = scriptPaths[shown.provider];
  return origin === null || path === undefined ? null : origin + path;
}

/** What pages may load from the store's active providers, and from nobody else. */
export function pageSources(active: readonly Shown[], sandbox: SandboxUrls): PageSources {
  const all = active.map((shown) => sourcesOf(shown, sandbox));
  const of = (name: keyof PageSources) => [...new Set(all.flatMap((one) => one[name] ?? []))];
  return {
    script: of("script"),
    style: of("style"),
    image: of("image"),
    connect: of("connect"),
    frame: of("frame"),
  };
}

function sourcesOf(shown: Shown, sandbox: SandboxUrls): Partial<PageSources> {
  const own = documented[shown.provider];
  const origin = standinOrigin(shown, sandbox);
  if (own === undefined || origin === null) return own ?? {};
  return { script: [origin], connect: [origin], frame: [origin] };
}

function standinOrigin({ provider, environment }: Shown, sandbox: SandboxUrls): string | null {
  const url = environment === "TEST" ? sandbox[provider] : null;
  return url == null ? null : new URL(url).origin;
}
