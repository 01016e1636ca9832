import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import type { GatewayAccount } from "../../gateways/provider.ts";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { requireProof } from "../users/second-factor/require-proof.ts";
import { checkSettings, environmentOf, requireCompleteSettings } from "./check-settings.ts";
import { presentProvider, readProvider, readProviders, writeCredentials } from "./provider-rows.ts";

/**
 * Adds a provider after checking the settings with it. Requires a proof of identity, because the keys decide who
 * receives the buyers' money. Throws ALREADY_EXISTS if the store has this provider in this environment.
 */
export const createPaymentProvider: Handler<typeof paymentProviders.createPaymentProvider> = async (
  ctx,
  { body },
) => {
  const account: GatewayAccount = {
    id: newId(),
    version: 1,
    provider: body.provider,
    environment: environmentOf(body.environment),
    clientId: body.clientId,
    credentials: body.credentials,
  };
  requireCompleteSettings(account);
  await requireProof(ctx, body);
  await ctx.tx((tx) => requireNew(tx, account));
  const webhook = await checkSettings(ctx, account);
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    const made = await tx.row(sql`
      insert into shop.payment_providers (store_id, id, provider, environment, client_id, is_active, webhook_state, apple_pay_domain_file)
      values (${tx.storeId}, ${account.id}, ${account.provider}, ${account.environment}, ${account.clientId}, ${body.isActive},
        ${webhook}, ${body.applePayDomainFile})
      on conflict (store_id, provider, environment) do nothing returning id`);
    if (made === undefined) throw alreadyThere();
    await writeCredentials(tx, ctx, account.id, account.credentials);
    const present = presentProvider(ctx, await readProvider(tx, account.id));
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "payment provider",
      entityId: account.id,
      after: present,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return present;
  });
};

async function requireNew(tx: Transaction, account: GatewayAccount): Promise<void> {
  await lockStore(tx);
  const present = await readProviders(tx);
  const { provider, environment } = account;
  if (present.some((row) => row.provider === provider && row.environment === environment))
    throw alreadyThere();
}

function alreadyThere(): ApiFailure {
  return new ApiFailure(
    "ALREADY_EXISTS",
    "The store already has this provider in this environment. Change its settings instead.",
    { field: "provider" },
  );
}
