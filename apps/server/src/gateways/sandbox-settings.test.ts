import { expect, test } from "vitest";
import { readConfig } from "../platform/config.ts";

const sandboxesOf = (environment: Record<string, string>) => readConfig(environment, "/").sandboxes;

test("providers use their own sandboxes unless stand-ins or other URLs are configured", () => {
  expect(sandboxesOf({})).toEqual({ PAYPAL: null, STRIPE: null, MOLLIE: null });
  expect(sandboxesOf({ PAYMENTS: "standin", STRIPE_TEST_URL: "http://127.0.0.1:9999" })).toEqual({
    PAYPAL: "http://127.0.0.1:4801",
    STRIPE: "http://127.0.0.1:9999",
    MOLLIE: "http://127.0.0.1:4803",
  });
  expect(() => sandboxesOf({ PAYMENTS: "real" })).toThrow("PAYMENTS=real is unknown");
  expect(() => sandboxesOf({ PAYPAL_SANDBOX_URL: "file:///etc" })).toThrow("PAYPAL_SANDBOX_URL");
});
