import { runJobs } from "#tests/run-jobs.ts";
import { seedSession } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { openShop } from "../../shipments/shipments.fixture.ts";
import { openAccount } from "../customers.fixture.ts";

const email = "ada@lovelace.example";
const formerEmail = "first@lovelace.example";
const phone = "+1 512 555 0100";
const vatId = "IT00743110157";
const address = {
  name: "Ada Lovelace",
  address: "1 Lovelace Way",
  address2: "c/o Lovelace",
  city: "Lovelace City",
  region: "TX",
  postalCode: "78701",
  country: "US",
  phone,
} as const;

/** Whether a stored value is the person's data. */
export function isTheirs(value: string): boolean {
  return /lovelace/i.test(value) || value === phone || value === vatId;
}

/**
 * Creates a customer of a LIVE store with data in every column that may hold personal data. `id` is the customer's id.
 * For a new column of this kind, add a call here that fills it with text that contains "Lovelace".
 */
export async function personWithData(world: World) {
  const shop = await openShop(world, { stock: 100 });
  const { storeId, productId, owner, staff, first } = shop;
  const { userId } = await openAccount(world, { email: formerEmail });
  // For an IPv6 address, a hash of the wider network is stored too.
  const address6 = "2001:db8:1::1";
  const client = world.client({ accessToken: await seedSession(world, userId), address: address6 });
  const { id } = await client.customers.getMyCustomer({ storeId });
  await world.admin.query("update shop.users set email = $2 where id = $1", [userId, email]);
  await client.customers.createAddress({ id, body: address });
  const body = { name: "Ada Lovelace", phone, newsletter: true };
  await client.customers.updateCustomer({ id, body });
  await owner.customers.updateCustomer({ id, body: { note: "Lovelace", tags: ["Lovelace"] } });
  await client.customers.updateWishlist({ id, body: { add: [productId], remove: [] } });
  const order = await client.orders.createOrder({
    storeId,
    body: {
      items: [{ variantId: first, quantity: 3 }],
      email,
      vatId,
      note: "For Lovelace",
      shippingAddress: address,
      billingAddress: address,
    },
  });
  await payInTwoParts(world, shop, order);
  // Restores `placed_by`, which the manual payment has cleared. Orders paid in other ways keep it.
  await world.admin.query("update shop.orders set placed_by = $2 where id = $1", [
    order.id,
    userId,
  ]);
  await staff.orders.updateOrder({ id: order.id, body: { tags: ["Lovelace"] } });
  await staff.orders.createOrderNote({ id: order.id, body: { text: "Lovelace called" } });
  const parcel = { trackingNumber: "LOVELACE-1", trackingUrl: "https://track.lovelace.example/1" };
  const shipment = await staff.shipments.createShipment({ id: order.id, body: parcel });
  const changed = { trackingNumber: "LOVELACE-2" };
  await staff.shipments.updateShipment({ id: shipment.id, body: changed });
  await staff.orders.getOrderInvoice({ id: order.id });
  await addOrderChange(world, order.id);
  await staff.draftOrders.createDraftOrder({
    storeId,
    body: {
      items: [{ variantId: first, quantity: 1 }],
      customerId: id,
      email,
      note: "Lovelace called",
      tags: ["Lovelace"],
      shippingAddress: address,
      billingAddress: address,
    },
  });
  const refund = { amount: 1, reason: "Lovelace asked", note: "Lovelace called" };
  await staff.refunds.refundOrder({ id: order.id, body: refund });
  await client.reviews.createReview({
    productId,
    body: { name: "Ada Lovelace", title: "Lovelace", content: "Made for Lovelace." },
  });
  await addReviewPhoto(world, storeId);
  await client.contact.createContactMessage({
    storeId,
    body: { name: "Ada Lovelace", email, subject: "Other", message: "Lovelace writes" },
  });
  const { items: roles } = await owner.roles.listRoles({ storeId });
  const roleId = roles.find(({ type }) => type === "STAFF")?.id ?? "";
  await owner.invitations.createInvitation({ storeId, body: { email, roleId } });
  await runJobs(world.services);
  await addJob(world, storeId);
  await addMail(world, storeId, userId);
  return { storeId, owner, client, id, userId };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Records one part of the payment manually, and pays the rest through the provider. */
async function payInTwoParts(
  world: World,
  { staff }: Shop,
  { id, orderKey }: { id: string; orderKey: string },
): Promise<void> {
  const part = { amount: 5, method: "CASH", reference: "Lovelace 1", note: "Lovelace" } as const;
  await staff.transactions.createTransaction({ body: { orderId: id, ...part } });
  const { payments } = world.client({ orderKey });
  const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
  // The test provider has neither client secrets nor its own pages, so the test writes both.
  await world.admin.query(
    "update shop.payments set client_secret = 'Lovelace', redirect_url = 'https://lovelace.example' where method is null",
  );
  await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  await payments.processPayment({ id, body: { provider: "other", paymentIntentId: intent.id } });
}

/** Adds an order change that awaits its payment. */
async function addOrderChange({ admin }: World, orderId: string): Promise<void> {
  await admin.query(
    `insert into shop.order_changes (store_id, order_id, plan, shipping_address, billing_address, reason)
     select store_id, id, '{}', $2, $2, 'Lovelace called' from shop.orders where id = $1`,
    [orderId, address],
  );
}

async function addReviewPhoto({ admin }: World, storeId: string): Promise<void> {
  await admin.query(
    `insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes)
     select store_id, id, gen_random_uuid(), 'reviews/lovelace', 1, 1, '{1}', 1 from shop.reviews where store_id = $1`,
    [storeId],
  );
}

/** Adds a queued job whose payload contains the person's email. */
async function addJob({ admin }: World, storeId: string): Promise<void> {
  await admin.query(
    `insert into shop.jobs (kind, lane, store_id, payload, run_at)
     values ('later', $1::text, $1::uuid, jsonb_build_object('to', $2::text), now() + interval '1 day')`,
    [storeId, email],
  );
}

/** Adds an email to someone else's address. Its data contains the person's name. */
async function addMail({ admin }: World, storeId: string, userId: string): Promise<void> {
  await admin.query(
    `insert into shop.mails (store_id, id, template, recipient, data, user_id)
     select $1, gen_random_uuid(), 'order-confirmation', 'x@example.com', jsonb_build_object('orderId', o.id, 'name', 'Lovelace'), $2
     from shop.orders o where o.store_id = $1`,
    [storeId, userId],
  );
}
