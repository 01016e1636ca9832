import type { CreateDraftOrder } from "@vetrina/contract/orders/draft-orders";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { member } from "../roles/roles.fixture.ts";
import { draftShop, inDays } from "./drafts.fixture.ts";

const refusal = (code: string) => ({ code });
const ifMatch = (version: number) => ({ headers: { "If-Match": `"${version}"` } });

describe("a draft order", () => {
  test("is priced with staff's prices and discounts, and shows how", async ({ world }) => {
    const { draft, small, medium } = await draftShop(world);
    const made = await draft({
      items: [
        { variantId: small, quantity: 2, price: 30 },
        {
          variantId: medium,
          quantity: 1,
          discount: { type: "PERCENTAGE", value: 25, title: "Sample" },
        },
      ],
      discount: { type: "FIXED_AMOUNT", value: 9, title: "Sorry" },
      customShipping: { name: "Courier", price: 5 },
    });
    // 2 x 30.00 + 40.00, minus 10.00 and 9.00, plus 5.00 for the courier and 8% of 81.00.
    expect(made).toMatchObject({
      status: "OPEN",
      subtotal: 100,
      discount: 19,
      shipping: 5,
      shippingMethod: "Courier",
      shippingRateId: null,
      tax: 6.48,
      total: 92.48,
      isHolding: false,
      customer: { email: "ada@example.com" },
      items: [
        { price: 30, hasOwnPrice: true, total: 60 },
        { price: 40, hasOwnPrice: false, total: 40 },
      ],
    });
    expect(
      made.trace.map(({ kind, label, amount, discountId }) => [kind, label, amount, discountId]),
    ).toEqual([
      ["DISCOUNT", "Sample", -10, null],
      ["DISCOUNT", "Sorry", -9, null],
      ["SHIPPING", "", 5, null],
      ["TAX", expect.any(String), 6.48, null],
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("never falls below zero, however much staff take off", async ({ world }) => {
    const { draft, small } = await draftShop(world);
    const made = await draft({
      items: [{ variantId: small, quantity: 1, discount: { type: "FIXED_AMOUNT", value: 1000 } }],
      discount: { type: "PERCENTAGE", value: 100 },
      customShipping: { name: "Courier", price: 0 },
    });
    expect(made).toMatchObject({ subtotal: 40, discount: 40, tax: 0, total: 0 });
    for (const discount of [
      { type: "PERCENTAGE", value: 100.01 },
      { type: "PERCENTAGE", value: 0.001 },
      { type: "FIXED_AMOUNT", value: 0.001 },
    ] as const)
      await expect(draft({ discount })).rejects.toMatchObject(refusal("VALIDATION_FAILED"));
  });

  test("can be changed until it is opened, and keeps the prices that staff were shown", async ({
    world,
  }) => {
    const { draft, staff, small, medium, linkOf } = await draftShop(world);
    const made = await draft();
    await world.admin.query("update shop.variants set price_minor = 9900 where id = $1", [small]);
    const { id } = made;
    const changed = await staff.draftOrders.updateDraftOrder(
      { id, body: { note: "Gift", tags: ["VIP"], language: "DE" } },
      ifMatch(made.version),
    );
    expect(changed).toMatchObject({ note: "Gift", tags: ["vip"], language: "DE", subtotal: 40 });
    await expect(
      staff.draftOrders.updateDraftOrder({ id, body: { note: null } }, ifMatch(made.version)),
    ).rejects.toMatchObject({ ...refusal("EDIT_CONFLICT"), details: { note: "Gift" } });
    const items = [
      { variantId: small, quantity: 1 },
      { variantId: medium, quantity: 1 },
    ];
    expect(await staff.draftOrders.updateDraftOrder({ id, body: { items } })).toMatchObject({
      subtotal: 139,
    });
    await world.client().draftOrders.openDraftOrder({ id, body: { key: await linkOf(id) } });
    for (const refused of [
      () => staff.draftOrders.updateDraftOrder({ id, body: { note: null } }),
      () => staff.draftOrders.deleteDraftOrder({ id }),
      () => staff.draftOrders.sendDraftOrder({ id }),
      () => staff.draftOrders.createDraftOrderLink({ id }),
    ])
      await expect(refused()).rejects.toMatchObject({
        ...refusal("INVALID_TRANSITION"),
        details: { status: "CONVERTED", orderId: id },
      });
    expect(await staff.draftOrders.getDraftOrder({ id })).toMatchObject({
      status: "CONVERTED",
      customer: { email: null },
      shippingAddress: null,
    });
    expect(await staff.orders.getOrder({ id })).toMatchObject({ tags: ["vip"], note: "Gift" });
  });

  test("rejects what the store does not sell, does not ship to or does not have", async ({
    world,
  }) => {
    const { draft, storeId, small, staff } = await draftShop(world);
    const other = await draftShop(world);
    const customer = await other.staff.customers.createCustomer({
      storeId: other.storeId,
      body: { email: "eve@example.com" },
    });
    const refused: [Partial<CreateDraftOrder>, string][] = [
      [{ items: [{ variantId: newId(), quantity: 1 }] }, "UNAVAILABLE_ITEM"],
      [{ items: [{ variantId: other.small, quantity: 1 }] }, "UNAVAILABLE_ITEM"],
      [{ shippingRateId: newId() }, "SHIPPING_UNAVAILABLE"],
      [{ customerId: customer.id }, "VALIDATION_FAILED"],
      [{ expiresAt: inDays(91) }, "VALIDATION_FAILED"],
      [{ holdUntil: inDays(31) }, "VALIDATION_FAILED"],
      [{ holdUntil: inDays(-1) }, "VALIDATION_FAILED"],
      [
        {
          items: [
            { variantId: small, quantity: 1 },
            { variantId: small, quantity: 2 },
          ],
        },
        "VALIDATION_FAILED",
      ],
    ];
    for (const [over, code] of refused)
      await expect(draft(over)).rejects.toMatchObject(refusal(code));
    await world.admin.query("delete from shop.shipping_rates where store_id = $1", [storeId]);
    await expect(draft()).rejects.toMatchObject(refusal("SHIPPING_UNAVAILABLE"));
    const { id } = await draft({ customShipping: { name: "Courier", price: 5 } });
    await expect(
      staff.draftOrders.updateDraftOrder({ id, body: { customShipping: null } }),
    ).rejects.toMatchObject(refusal("SHIPPING_UNAVAILABLE"));
    for (const body of [{ items: [{ variantId: newId(), quantity: 1 }] }])
      await expect(staff.draftOrders.updateDraftOrder({ id, body })).rejects.toMatchObject(
        refusal("UNAVAILABLE_ITEM"),
      );
  });

  test("is listed by status and customer, in pages that continue by cursor", async ({ world }) => {
    const { draft, staff, storeId, small } = await draftShop(world);
    const customer = await staff.customers.createCustomer({
      storeId,
      body: { email: "grace@example.com" },
    });
    const ofCustomer = () =>
      staff.draftOrders.createDraftOrder({
        storeId,
        body: { customerId: customer.id, items: [{ variantId: small, quantity: 1 }] },
      });
    const made = [await draft(), await draft(), await ofCustomer()];
    expect(made[2]?.customer.email).toBe("grace@example.com");
    const ids = made.map(({ id }) => id).toReversed();
    type Query = Omit<Parameters<typeof staff.draftOrders.listDraftOrders>[0], "storeId">;
    const list = (query: Query) => staff.draftOrders.listDraftOrders({ storeId, ...query });
    const first = await list({ limit: 2 });
    expect([first.items.map(({ id }) => id), first.total]).toEqual([ids.slice(0, 2), 3]);
    const rest = await list({ limit: 2, after: first.next ?? "" });
    expect([rest.items.map(({ id }) => id), rest.next]).toEqual([ids.slice(2), null]);
    expect((await list({ customerId: customer.id })).items).toHaveLength(1);
    await staff.draftOrders.convertDraftOrder({ id: ids[0] ?? "" });
    await world.admin.query(
      "update shop.draft_orders set expires_at = now() - interval '1 hour' where id = $1",
      [ids[1]],
    );
    for (const [status, id] of [
      ["CONVERTED", ids[0]],
      ["EXPIRED", ids[1]],
      ["OPEN", ids[2]],
    ] as const)
      expect((await list({ status })).items.map((item) => item.id)).toEqual([id]);
    await expect(list({ after: "x" })).rejects.toMatchObject(refusal("VALIDATION_FAILED"));
    const stranger = await member(world, await seedStore(world), ["MANAGE_ORDERS"]);
    await expect(stranger.draftOrders.getDraftOrder({ id: ids[0] ?? "" })).rejects.toMatchObject(
      refusal("NOT_FOUND"),
    );
  });

  test("is created only once for a repeated Idempotency-Key", async ({ world }) => {
    const { staff, storeId, small } = await draftShop(world);
    const body = { items: [{ variantId: small, quantity: 1 }] };
    const create = (sent: typeof body) =>
      staff.draftOrders.createDraftOrder({ storeId, body: sent }, { idempotencyKey: "one" });
    const made = await Promise.all([create(body), create(body)]);
    expect(made[0]).toEqual(made[1]);
    await expect(create({ items: [{ variantId: small, quantity: 2 }] })).rejects.toMatchObject(
      refusal("IDEMPOTENCY_KEY_REUSED"),
    );
    expect((await staff.draftOrders.listDraftOrders({ storeId })).total).toBe(1);
  });
});

describe("a draft's hold", () => {
  test("reserves units until its date, and follows changes to the lines", async ({ world }) => {
    const { draft, staff, small, medium, reserved } = await draftShop(world, { stock: 3 });
    const { id, isHolding } = await draft({
      items: [{ variantId: small, quantity: 3 }],
      holdUntil: inDays(2),
    });
    expect([isHolding, await reserved()]).toEqual([true, 3]);
    await expect(
      draft({ items: [{ variantId: small, quantity: 1 }], holdUntil: inDays(1) }),
    ).rejects.toMatchObject(refusal("OUT_OF_STOCK"));
    const items = [
      { variantId: small, quantity: 1 },
      { variantId: medium, quantity: 3 },
    ];
    await staff.draftOrders.updateDraftOrder({ id, body: { items } });
    expect(await reserved()).toBe(4);
    await expect(
      staff.draftOrders.updateDraftOrder({
        id,
        body: { items: [{ variantId: small, quantity: 4 }] },
      }),
    ).rejects.toMatchObject(refusal("OUT_OF_STOCK"));
    expect([await reserved(), await imbalances(world)]).toEqual([4, []]);
    await staff.draftOrders.updateDraftOrder({ id, body: { holdUntil: null } });
    expect(await reserved()).toBe(0);
    await staff.draftOrders.updateDraftOrder({ id, body: { holdUntil: inDays(1) } });
    expect(await reserved()).toBe(4);
    await staff.draftOrders.deleteDraftOrder({ id });
    expect([await reserved(), await imbalances(world)]).toEqual([0, []]);
  });

  test("a store has a limited number of drafts, and of drafts that hold units", async ({
    world,
  }) => {
    const { draft, storeId } = await draftShop(world);
    const { id } = await draft();
    const copy = (holding: boolean, count: number) =>
      world.admin.query(
        `insert into shop.draft_orders (store_id, id, currency, shipping_price_minor, subtotal_minor, discount_minor, shipping_minor,
           tax_minor, tax_included_minor, total_minor, price_trace, key_hash, expires_at, hold_until, is_holding)
         select $1, gen_random_uuid(), 'USD', 0, 0, 0, 0, 0, 0, 0, '[]', '', now() + interval '1 day', now() + interval '1 day', $2
         from generate_series(1, $3::int)`,
        [storeId, holding, count],
      );
    await copy(true, 500);
    await expect(draft({ holdUntil: inDays(1) })).rejects.toMatchObject(refusal("LIMIT_REACHED"));
    await draft();
    await copy(false, 4498);
    await expect(draft()).rejects.toMatchObject(refusal("LIMIT_REACHED"));
    expect(id).toBeTruthy();
  });
});
