import { createClient } from "@vetrina/client/create-client";
import type { Client } from "@vetrina/client/types";
import type { Shop } from "../running-shop.ts";
import { waitLimit } from "../wait-limit.ts";

export type Decision = "approve" | "decline" | "fail" | "timeout" | "cancel";

/** The ids of the small shop's dress in size M. */
export type Item = { storeId: string; variantId: string };

const patience = () => AbortSignal.timeout(waitLimit);

export function clientOf(shop: Pick<Shop, "url">, orderKey?: string): Client {
  return createClient({
    baseUrl: shop.url,
    transport: (request) => fetch(request, { signal: patience() }),
    headers: orderKey === undefined ? {} : { "x-order-key": orderKey },
  });
}

export async function findItem(shop: Pick<Shop, "url">): Promise<Item> {
  const page = await clientOf(shop).products.getProductPage({
    id: "sartoria",
    link: "slip-dress",
  });
  const variantId = page.variants.find(({ name }) => name === "M")?.id;
  if (variantId === undefined) throw new Error("the small shop has no dress in size M");
  return { storeId: page.storeId, variantId };
}

/**
 * A purchase that can be continued after an interruption with the same keys, as a shopper's browser does after a
 * reload. Each call of next() sends one request. `done` is true once the order is paid.
 */
export function purchase(item: Item, name: string, decision: Decision = "approve") {
  let order: { id: string; orderKey: string } | null = null;
  let intent: string | null = null;
  let decided = false;
  let done = false;

  async function next(shop: Pick<Shop, "url">): Promise<void> {
    if (order === null) {
      const { storeId, variantId } = item;
      const body = {
        items: [{ variantId, quantity: 1 }],
        email: `${name}@example.com`,
        shippingAddress: {
          name,
          address: "1 Main St",
          city: "Austin",
          region: "TX",
          postalCode: "78701",
          country: "US",
        },
      };
      order = await clientOf(shop).orders.createOrder({ storeId, body }, { idempotencyKey: name });
      return;
    }
    const { id, orderKey } = order;
    const { payments } = clientOf(shop, orderKey);
    const body = { provider: "other" };
    if (intent === null) {
      intent = (await payments.createPaymentIntent({ id, body })).id;
      return;
    }
    if (!decided) {
      await payments.decideTestPayment({ id: intent, body: { decision } });
      decided = true;
      return;
    }
    const result = await payments.processPayment({
      id,
      body: { ...body, paymentIntentId: intent },
    });
    done = result.status === "COMPLETED";
    // After a failed payment, the shopper opens the provider's window again.
    if (result.status === "FAILED") [intent, decided] = [null, false];
  }

  return {
    get orderId() {
      return order?.id ?? null;
    },
    get orderKey() {
      return order?.orderKey ?? null;
    },
    get intent() {
      return intent;
    },
    get done() {
      return done;
    },
    next,
    /** Continues until the `decision` has been made, but doesn't process the payment. */
    async prepare(shop: Pick<Shop, "url">): Promise<void> {
      while (!decided) await next(shop);
    },
    /** Continues until the order is paid. Rejects if a request fails. */
    async finish(shop: Pick<Shop, "url">, longestMs = waitLimit): Promise<void> {
      for (const until = Date.now() + longestMs; !done;) {
        if (Date.now() > until) throw new Error(`${name} could not pay`);
        await next(shop);
      }
    },
  };
}
