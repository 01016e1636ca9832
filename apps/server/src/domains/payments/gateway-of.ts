import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Gateway } from "../../gateways/provider.ts";
import type { PaymentRow } from "./queries.ts";

export function gatewayOf(
  ctx: Context,
  payment: Pick<PaymentRow, "provider" | "environment">,
): Gateway {
  const gateway = ctx.services.gateways.find(payment.provider, payment.environment);
  if (gateway === null)
    throw new ApiFailure("PROVIDER_ERROR", "This way to pay is not available. Choose another.");
  return gateway;
}

const gatewayTimeoutMs = 20_000;

/** A provider that does not answer leaves its answer unknown; it never holds a request for longer than 20 s. */
export async function withinTime<T>(call: Promise<T>, onTimeout: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(onTimeout()), gatewayTimeoutMs);
  try {
    return await Promise.race([call, promise]);
  } finally {
    clearTimeout(timer);
  }
}
