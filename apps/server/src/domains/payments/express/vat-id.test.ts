// @module-tag slow

import { start } from "@vetrina/payment-standins/start";
import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { createGateways } from "../../../gateways/create-gateways.ts";
import { member } from "../../roles/roles.fixture.ts";
import { taxShop } from "../../taxes/taxes.fixture.ts";

const inMilan = { country: "IT", region: "MI", postalCode: "20121" };
const milan = {
  address_line_1: "Via Tortona 12",
  admin_area_2: "Milano",
  admin_area_1: "MI",
  postal_code: "20121",
  country_code: "IT",
};

test("an order without tax because of its VAT ID isn't paid from a wallet in the store's country", async ({
  world,
}) => {
  const shop = await taxShop(world, {});
  await shop.add({ name: "IVA", percent: 22, country: "IT" });
  await shop.set({
    pricesIncludeTax: true,
    hasReverseCharge: true,
    acceptsUnverifiedVatIds: true,
    vatId: "IT00743110157",
  });
  const standin = await start("paypal");
  const { database, now } = world.services;
  world.services.gateways = createGateways(database, now, { PAYPAL: standin.origin });
  const { storeId, items } = shop;
  const provider = "paypal";
  const owner = await member(world, storeId, "ADMIN");
  await owner.payments.createPaymentProvider({
    storeId,
    body: {
      provider,
      environment: "sandbox",
      clientId: "shop-one",
      credentials: { clientSecret: "EL1t-secret" },
    },
  });
  const placed = async (body: { express: { country: string }; vatId?: string }) => {
    const { id, orderKey, total } = await world
      .client()
      .orders.createOrder({ storeId, body: { items, ...body } });
    const buyer = world.client({ orderKey });
    const { id: paymentIntentId } = await buyer.payments.createPaymentIntent({
      id,
      body: { provider },
    });
    return {
      total,
      paymentIntentId,
      updateExpressShipping: () =>
        buyer.payments.updateExpressShipping({
          id,
          body: { provider, paymentIntentId, destination: inMilan },
        }),
      pay: () => buyer.payments.processPayment({ id, body: { provider, paymentIntentId } }),
    };
  };
  try {
    const company = await placed({ express: { country: "DE" }, vatId: "DE136695976" });
    const person = await placed({ express: { country: "IT" } });
    expect(person.total).toBe(122);
    expect(company.total).toBeLessThan(122);
    await expect(company.updateExpressShipping()).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      message: expect.stringMatching(/VAT ID, the new address is taxed differently/),
    });
    const wallet = { address: milan, name: "Ada Rossi", email: "ada@example.com" };
    await standin.control.approveOrder(company.paymentIntentId, wallet);
    await expect(company.pay()).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(standin.ledger()).toEqual([]);
    await person.updateExpressShipping();
    await standin.control.approveOrder(person.paymentIntentId, wallet);
    await expect(person.pay()).resolves.toMatchObject({ status: "COMPLETED" });
  } finally {
    await standin.stop();
  }
});
