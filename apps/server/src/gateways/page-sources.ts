import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PageSources } from "@vetrina/contract/rendering";
import type { SandboxUrls } from "./addresses.ts";

type Shown = { provider: PaymentProvider; environment: PaymentEnv };

/** The path where a stand-in serves the provider's page script. Mollie and the test payment have no script. */
const scriptPaths: Partial<Record<PaymentProvider, string>> = {
  PAYPAL: "/sdk/js",
  STRIPE: "/endive/stripe.js",
};

/** The Content-Security-Policy sources that each provider documents for pages with its script. */
const documented: Partial<Record<PaymentProvider, Partial<PageSources>>> = {
  PAYPAL: {
    script: ["https://*.paypal.com", "https://*.paypalobjects.com"],
    // PayPal's buttons and fields add <style> elements to the page.
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
 * The URL of the page script at a local stand-in; null: use the provider's own script. Always null in LIVE, whatever
 * the configuration says.
 */
export function standinScript(shown: Shown, sandbox: SandboxUrls): string | null {
  const origin = standinOrigin(shown, sandbox);
  const path = scriptPaths[shown.provider];
  return origin === null || path === undefined ? null : origin + path;
}

/** The Content-Security-Policy sources that pages need for the store's active providers. */
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
