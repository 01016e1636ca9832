import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { payments } from "@vetrina/contract/payments";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";

type Row = {
  id: string;
  provider: PaymentProvider;
  environment: PaymentEnv;
  client_id: string | null;
};

/** The active payment methods that this server supports; never the test provider in a LIVE store. */
export const listPaymentProviders: Handler<typeof payments.listPaymentProviders> = async (ctx) => {
  const rows = await ctx.catalogue.rows<Row>(sql`
    select id, provider, environment, client_id from catalogue.payment_providers
    where store_id = ${ctx.store.id} and environment = ${ctx.store.environment} order by provider limit 20`);
  const items = rows.flatMap((row) => {
    const gateway = ctx.services.gateways.find(row.provider, row.environment);
    if (gateway === null) return [];
    return [
      {
        id: row.id,
        provider: row.provider,
        name: gateway.name,
        environment: row.environment,
        clientId: row.client_id,
      },
    ];
  });
  return { items };
};
