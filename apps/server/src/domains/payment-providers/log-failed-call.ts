import type { PaymentProvider } from "@vetrina/contract/enumerations";
import { GatewayUnknown } from "../../gateways/provider.ts";
import type { Context } from "../../platform/context.ts";
import { isLoggedNow } from "../../platform/http/answers/once-a-minute.ts";

/**
 * Logs that a call to a provider failed. A missing answer is logged without its stack and once a minute for each store
 * and provider, because callers can ask again and again while the provider doesn't answer.
 */
export function logFailedCall(
  { services: { log }, store, traceId }: Context,
  error: unknown,
  { provider, id: paymentId }: { provider: PaymentProvider; id?: string },
  what: string,
): void {
  if (!(error instanceof GatewayUnknown)) log.warn({ err: error, traceId, paymentId }, what);
  else if (isLoggedNow(`${store.id} ${provider} ${what}`))
    log.warn({ reason: error.message, storeId: store.id, provider, traceId, paymentId }, what);
}
