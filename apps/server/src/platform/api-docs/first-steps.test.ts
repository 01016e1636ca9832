// @module-tag slow

import { api } from "@vetrina/contract/api";
import type { Client } from "@vetrina/client/types";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { signIn } from "../../domains/users/user.fixture.ts";
import { firstSteps } from "./first-steps.ts";

type Answer = Record<string, unknown> & { id: string };
type Call = (input: object) => Promise<Answer & { items: Answer[] }>;

/** The contract's group of a call, and the example of its body. */
function stepOf(operationId: string): { group: string; example: object } {
  for (const [group, calls] of Object.entries<Record<string, Endpoint>>(api)) {
    const { example } = calls[operationId] ?? {};
    if (calls[operationId] !== undefined)
      return { group, example: typeof example === "object" && example !== null ? example : {} };
  }
  throw new Error(`the contract has no call ${operationId}`);
}

/** Makes a call with its example, using ids from earlier responses instead of the example's ids. */
function take(client: Client, operationId: string, input: object, ids: object = {}) {
  const { group, example } = stepOf(operationId);
  const call = (client as unknown as Record<string, Record<string, Call>>)[group]?.[operationId];
  if (call === undefined) throw new Error(`the client has no call ${operationId}`);
  return call({ ...input, body: { ...example, ...ids } });
}

test("the examples of the first steps lead from a new store to a refund", async ({ world }) => {
  const { accessToken } = await signIn(world);
  const staff = world.client({ accessToken });
  const guest = world.client();
  const store = await take(staff, "createStore", {});
  const product = await take(staff, "createProduct", { storeId: store.id });
  const [variant] = product["variants"] as Answer[];
  await take(staff, "createDiscount", { storeId: store.id });
  const [provider] = (await staff.shipping.listShippingProviders({ storeId: store.id })).items;
  const [region] = (await staff.shipping.listShippingRegions({ storeId: store.id })).items;
  const rate = { providerId: provider?.id, regionId: region?.id };
  await take(staff, "createShippingRate", {}, rate);
  const items = [{ variantId: variant?.id, quantity: 2 }];
  const order = await take(guest, "createOrder", { storeId: store.id }, { items });
  const buyer = world.client({ orderKey: String(order["orderKey"]) });
  const { id } = order;
  const payment = await take(buyer, "createPaymentIntent", { id });
  await take(buyer, "decideTestPayment", { id: payment.id }, { decision: "approve" });
  await take(buyer, "processPayment", { id }, { paymentIntentId: payment.id });
  await take(staff, "createShipment", { id });
  const refund = await take(staff, "refundOrder", { id });
  expect(refund).toMatchObject({ status: "COMPLETED", refunded: 20 });
  expect(await staff.orders.getOrder({ id })).toMatchObject({
    status: "FULFILLED",
    discountCode: "WELCOME",
  });
  for (const [operationId, what] of firstSteps) {
    expect(stepOf(operationId).group).not.toBe("");
    expect(what).not.toBe("");
  }
});
