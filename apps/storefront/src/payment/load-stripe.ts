import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

const loaded = new Map<string, Promise<Stripe>>();

/**
 * Loads Stripe's script for this publishable key, once per page. After a failure, the next call tries again.
 * `scriptUrl` is a stand-in's script, which defines the Stripe function that @stripe/stripe-js then uses.
 */
export function stripeOf(clientId: string, scriptUrl: string | null): Promise<Stripe> {
  const known = loaded.get(clientId);
  if (known) return known;
  const loading = load(clientId, scriptUrl);
  loaded.set(clientId, loading);
  loading.catch(() => loaded.delete(clientId));
  return loading;
}

async function load(clientId: string, scriptUrl: string | null): Promise<Stripe> {
  if (scriptUrl !== null) await addScript(scriptUrl);
  const stripe = await loadStripe(clientId);
  if (stripe === null) throw new Error("Stripe's script can be loaded only in a browser.");
  return stripe;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: url });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("The script could not be loaded."));
    });
    document.head.append(script);
  });
}
