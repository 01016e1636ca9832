import { afterEach, expect, test, vi } from "vitest";
import { accountOf, paymentOf } from "./account.fixture.ts";
import { apiAddress } from "./addresses.ts";
import { createPayPalGateway } from "./paypal.ts";

const sandbox = {
  PAYPAL: "http://127.0.0.1:4801",
  STRIPE: "http://127.0.0.1:4802",
  MOLLIE: "http://127.0.0.1:4803",
};

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["PAYPAL", "https://api-m.paypal.com", "https://api-m.sandbox.paypal.com"],
  ["STRIPE", "https://api.stripe.com", "https://api.stripe.com"],
  ["MOLLIE", "https://api.mollie.com", "https://api.mollie.com"],
] as const)(
  "%s in LIVE is called at its own address, whatever is configured",
  (provider, live, test) => {
    expect(apiAddress(provider, "LIVE", sandbox).origin).toBe(live);
    expect(apiAddress(provider, "TEST", sandbox).origin).toBe(sandbox[provider]);
    expect(apiAddress(provider, "TEST", {}).origin).toBe(test);
  },
);

test("a LIVE gateway sends its keys only to the provider itself", async () => {
  const called: string[] = [];
  vi.stubGlobal("fetch", (url: URL) => {
    called.push(url.origin);
    return Promise.reject(new Error("no network in tests"));
  });
  const account = accountOf("PAYPAL", { environment: "LIVE" });
  const gateway = createPayPalGateway(account, sandbox, () => new Date());
  await expect(gateway?.create(paymentOf("a"))).rejects.toThrow("did not answer");
  expect(called).toEqual(["https://api-m.paypal.com"]);
});
