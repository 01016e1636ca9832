import type { Approve } from "./payment-flow.ts";

/** Leaves for the provider's own page, which sends the shopper back to /checkout?return=. */
export const goToProvidersPage: Approve = ({ intent }) => {
  const url = URL.parse(intent.redirectUrl ?? "");
  if (url === null || !/^https?:$/.test(url.protocol))
    return Promise.resolve({ kind: "failed", text: "The payment's page isn't available." });
  const { promise, resolve } = Promise.withResolvers<{ kind: "closed" }>();
  // With Back, the browser may show this page as it was.
  addEventListener("pageshow", ({ persisted }) => persisted && resolve({ kind: "closed" }), {
    once: true,
  });
  location.assign(url);
  return promise;
};
