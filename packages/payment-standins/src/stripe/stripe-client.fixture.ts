import { Stripe } from "stripe";

/** Creates Stripe's official client, which calls the stand-in. */
export function stripeClient(
  origin: string,
  key = "sk_test_one",
  options: { maxNetworkRetries?: number } = {},
): Stripe {
  const { hostname, port } = new URL(origin);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/** The error that the call rejects with. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("the call succeeded");
}
