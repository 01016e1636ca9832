import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { GatewayAccount } from "../../gateways/provider.ts";
import type { WebhookEvent } from "../../gateways/webhook-event.ts";
import { type Context, contextOfWork } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCall } from "../../platform/http/callers/rate-limit.ts";
import { readAccount } from "../payment-providers/account.ts";
import { findPaymentByProviderId } from "../payments/find-payment-by-provider-id.ts";
import { inDeliveryTurn } from "./delivery-turns.ts";
import { storeEvent } from "./store-event.ts";

/**
 * Maximum number of deliveries per hour to an owner's stores. Owners know their secrets, so they could sign any number,
 * and each delivery adds a row that is kept for 90 days.
 */
const maxAnHour = 10_000;

export const received = { received: true } as const;

/** The same response for everything that isn't verified. */
export function notVerified(): ApiFailure {
  return new ApiFailure(
    "UNAUTHENTICATED",
    "The signature could not be verified. Check the webhook's settings in the store and at the provider.",
  );
}

/** A store whose secret may verify a delivery, because the delivery names one of its payments or orders. */
type Candidate = {
  storeId: string;
  orderId: string;
  paymentId: string | null;
  environment: PaymentEnv;
};

/**
 * Receives a signed delivery. Until the signature is verified, the content is used only to find the store whose secret
 * can verify it. Events about payments and orders that no store has are accepted but not stored, because providers
 * disable webhook URLs that reject many events.
 */
export async function receiveSigned(
  ctx: Context,
  provider: "PAYPAL" | "STRIPE",
  event: WebhookEvent,
  isGenuine: (account: GatewayAccount) => boolean | Promise<boolean>,
): Promise<typeof received> {
  const candidates = await candidatesOf(ctx, provider, event);
  for (const candidate of candidates) {
    const owner = await ownerOf(ctx, candidate.storeId);
    const found = await inDeliveryTurn("find", ctx, owner, async () => {
      const store = await contextOfWork(ctx.services, candidate.storeId);
      const account = await store?.tx((tx) =>
        readAccount(tx, ctx.services, provider, candidate.environment),
      );
      return store && account ? { store, account } : null;
    });
    if (found === null || !(await isGenuine(found.account))) continue;
    await countDelivery(ctx, owner);
    const { store, account } = found;
    await inDeliveryTurn("store", ctx, owner, () =>
      store.tx((tx) => storeEvent(tx, store, { account, event, ...candidate })),
    );
    return received;
  }
  if (candidates.length > 0) throw notVerified();
  return received;
}

/**
 * Counts a verified delivery against the limit of the store's owner instead of that of the sender's IP address, because
 * a provider sends the deliveries of all stores from its addresses. Throws RATE_LIMITED.
 */
export async function countDelivery(ctx: Context, owner: string): Promise<void> {
  if (!ctx.limitsCallers) return;
  await countCall(ctx.services.database.app, `webhooks of ${owner}`, maxAnHour, 60 * 60);
  await ctx.uncountCall();
}

/** Returns the owner of a store; the store's id if it has none, because it was deleted. */
async function ownerOf({ services, caller }: Context, storeId: string): Promise<string> {
  return (await services.directory.find(storeId, caller.address))?.owner ?? storeId;
}

/**
 * Finds the stores whose secrets may verify the event: those that have a payment named by the event. If there is none,
 * this is the store of the event's order, whose id we sent to the provider with the payment.
 */
async function candidatesOf(
  { services, caller: { address } }: Context,
  provider: "PAYPAL" | "STRIPE",
  { objectIds, orderId }: WebhookEvent,
): Promise<Candidate[]> {
  for (const id of objectIds) {
    const found = await findPaymentByProviderId(services, provider, id, address);
    if (found.length > 0) return found;
  }
  if (orderId === null) return [];
  const store = await services.directory.ofThing("order", orderId, address);
  if (store === null) return [];
  return (["LIVE", "TEST"] as const).map((environment) => ({
    storeId: store.id,
    orderId,
    paymentId: null,
    environment,
  }));
}
