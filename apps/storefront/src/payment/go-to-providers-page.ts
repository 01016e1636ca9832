import type { Approve } from "./payment-flow.ts";

/** Opens the provider's own page, which sends the shopper back to /checkout?return=. */
export const goToProvidersPage: Approve = ({ intent }) => {
  const url = URL.parse(intent.redirectUrl ?? "");
  if (url === null || !/^https?:$/.test(url.protocol))
    return Promise.resolve({ kind: "failed", text: "The payment page isn't available." });
  const { promise, resolve } = Promise.withResolvers<{ kind: "closed" }>();
  // On Back, the browser may restore this page from its memory.
  addEventListener("pageshow", ({ persisted }) => persisted && resolve({ kind: "closed" }), {
    once: true,
  });
  location.assign(url);
  return promise;
};
