import type { World } from "#tests/world.ts";
import type { DisputeFact } from "../../gateways/provider.ts";
import { applyDisputeFact } from "./apply-dispute-fact.ts";
import { readDisputes } from "./dispute-rows.ts";

/**
 * Applies a provider's report that an amount of an order's payment is disputed, or that the dispute was won or lost.
 * `payment` is the payment's index, 0 for the first. Here, a payment has only one dispute.
 */
export async function reportDispute(
  world: World,
  { storeId }: { storeId: string },
  orderId: string,
  {
    state,
    amountMinor,
    payment = 0,
    isInquiry = false,
  }: Pick<DisputeFact, "state" | "amountMinor"> & { payment?: number; isInquiry?: boolean },
): Promise<void> {
  const ctx = await world.system(storeId);
  const { rows } = await world.admin.query<{ id: string; currency: string }>(
    "select id, currency from shop.payments where order_id = $1 and state = 'completed' order by id",
    [orderId],
  );
  const { id = "", currency = "" } = rows[payment] ?? {};
  await ctx.tx(async (tx) => {
    const [present] = await readDisputes(tx, id);
    const fact = {
      providerDisputeId: `dispute-${id}`,
      state,
      isInquiry,
      amountMinor,
      currency,
      reason: null,
      respondBy: null,
      openedAt: new Date("2026-11-20"),
    };
    await applyDisputeFact(tx, ctx, id, fact, present?.version ?? null);
  });
}
