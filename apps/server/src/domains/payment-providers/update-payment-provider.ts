import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import type { GatewayAccount } from "../../gateways/provider.ts";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { requireProof } from "../users/second-factor/require-proof.ts";
import { readAccount } from "./account.ts";
import { checkSettings, requireCompleteSettings } from "./check-settings.ts";
import { findOpenPayment, requireNoneSince, requireSameAccount } from "./open-payments.ts";
import {
  lockProvider,
  presentProvider,
  type ProviderRow,
  readProvider,
  writeCredentials,
} from "./provider-rows.ts";

/**
 * Changes the fields sent; secrets that are not sent are kept. Changing keys or the domain file, or activating the
 * provider, requires a proof of identity. Checks the settings with the provider before saving, unless the call only
 * deactivates it, which must work while the provider is down. Throws OPEN_ORDERS for another account's keys while
 * payments are open.
 */
export const updatePaymentProvider: Handler<typeof paymentProviders.updatePaymentProvider> = async (
  ctx,
  { id, body },
) => {
  const begun = await ctx.tx(async (tx) => {
    const row = await readProvider(tx, id);
    await requireFresh(tx, ctx, "payment provider", row.version, async () =>
      presentProvider(ctx, row),
    );
    const open = await findOpenPayment(tx, row);
    return { row, open, ...(await readChanged(tx, ctx, row, body)) };
  });
  const changesKeys = body.clientId !== undefined || body.credentials !== undefined;
  const becomesActive = body.isActive === true && !begun.row.is_active;
  const changesFile = body.applePayDomainFile !== undefined;
  if (changesKeys || becomesActive || changesFile) await requireProof(ctx, body);
  if (changesKeys) requireCompleteSettings(begun.changed);
  const webhook =
    body.isActive === false && !changesKeys
      ? begun.row.webhook_state
      : await checkSettings(ctx, begun.changed);
  if (changesKeys && begun.open?.providerId != null)
    await requireSameAccount(ctx, begun.open.providerId, begun);
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    const before = await lockProvider(tx, id);
    // Fails if the provider was changed since it was read, because the check may have used keys that are no longer
    // current.
    await requireFresh(
      tx,
      { ...ctx, ifMatch: [begun.row.version] },
      "payment provider",
      before.version,
      async () => presentProvider(ctx, before),
    );
    if (changesKeys) await requireNoneSince(tx, before, begun.open);
    const file =
      body.applePayDomainFile === undefined
        ? before.apple_pay_domain_file
        : body.applePayDomainFile;
    await tx.run(sql`
      update shop.payment_providers set client_id = ${begun.changed.clientId}, is_active = ${body.isActive ?? before.is_active},
        webhook_state = ${webhook}, apple_pay_domain_file = ${file}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    if (body.credentials !== undefined)
      await writeCredentials(tx, ctx, id, begun.changed.credentials);
    const after = presentProvider(ctx, await readProvider(tx, id));
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "payment provider",
      entityId: id,
      before: presentProvider(ctx, before),
      after,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return after;
  });
};

async function readChanged(
  tx: Transaction,
  ctx: Context,
  { provider, environment }: ProviderRow,
  body: { clientId?: string | undefined; credentials?: Record<string, string> | undefined },
): Promise<{ present: GatewayAccount; changed: GatewayAccount }> {
  const present = await readAccount(tx, ctx.services, provider, environment);
  if (present === null) throw notFound("payment provider");
  const changed = {
    ...present,
    // Gateways are cached by account id. A new id keeps unsaved settings from using, or replacing, the saved account's
    // gateway.
    id: newId(),
    clientId: body.clientId ?? present.clientId,
    credentials: { ...present.credentials, ...body.credentials },
  };
  return { present, changed };
}
