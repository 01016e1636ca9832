import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { gatewayFor } from "./account.ts";
import { logFailedCall } from "./log-failed-call.ts";

/** Creates a new token on every call and stores none, because any page could use a stored token until it expires. */
export const createClientToken: Handler<typeof paymentProviders.createClientToken> = async (
  ctx,
  { body: { provider } },
) => {
  const { id, environment } = ctx.store;
  const active = await ctx.catalogue.row(sql`
    select id from catalogue.payment_providers
    where store_id = ${id} and environment = ${environment} and provider = ${provider}`);
  if (active === undefined) throw notFound("payment provider");
  const gateway = await gatewayFor(ctx, provider, environment);
  if (gateway?.createClientToken === undefined) throw notFound("payment provider");
  try {
    return { clientToken: await gateway.createClientToken() };
  } catch (error) {
    logFailedCall(ctx, error, gateway, "a payment provider did not return a client token");
    throw new ApiFailure("PROVIDER_ERROR", `${gateway.name} isn't responding. Try again.`);
  }
};
