import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import { standinScript } from "../../gateways/page-sources.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentProvider, readProviders } from "./provider-rows.ts";

type Row = {
  id: string;
  provider: PaymentProvider;
  environment: PaymentEnv;
  client_id: string;
};

/**
 * Lists the active providers that this server supports, without the test provider in a LIVE store. Staff can also
 * request all providers with their settings; otherwise they get the same list as shoppers.
 */
export const listPaymentProviders: Handler<typeof paymentProviders.listPaymentProviders> = async (
  ctx,
  { all },
) => {
  if (ctx.seesMore && all) {
    const all = await ctx.tx(readProviders);
    return { items: all.map((row) => presentProvider(ctx, row)) };
  }
  const rows = await ctx.catalogue.rows<Row>(sql`
    select id, provider, environment, client_id from catalogue.payment_providers
    where store_id = ${ctx.store.id} and environment = ${ctx.store.environment} 
    order by array_position(array['STRIPE', 'PAYPAL', 'MOLLIE', 'OTHER'], provider) limit 20`);
  const items = rows.flatMap(({ id, provider, environment, client_id: clientId }) => {
    const { gateways } = ctx.services;
    const name = gateways.nameOf(provider, environment);
    const scriptUrl = standinScript({ provider, environment }, gateways.sandbox);
    return name === null ? [] : [{ id, provider, name, environment, clientId, scriptUrl }];
  });
  return { items };
};
