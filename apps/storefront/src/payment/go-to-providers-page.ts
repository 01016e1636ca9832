import type { Approve } from "./payment-flow.ts";

/** Opens the provider's own page, which later sends the shopper back to /checkout?return=<order id>. */
export const goToProvidersPage: Approve = ({ intent }) => {
  const url = URL.parse(intent.redirectUrl ?? "");
  if (url === null || !/^https?:$/.test(url.protocol))
    return Promise.resolve({ kind: "failed", text: "The payment page isn't available." });
  const { promise, resolve } = Promise.withResolvers<{ kind: "closed" }>();
  // The page is shown again if the shopper goes back and the browser restores it from its back/forward cache. The
  // shopper has then left the provider's page, so the payment counts as closed.
  addEventListener("pageshow", ({ persisted }) => persisted && resolve({ kind: "closed" }), {
    once: true,
  });
  location.assign(url);
  return promise;
};
