import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { openAccount, openShopFor } from "../customers/customers.fixture.ts";

const review = { name: "Ada", rating: 1, title: "Torn", content: "It came torn and it stank." };

test("an order's key does not link a review to an account that did not place the order", async ({
  world,
}) => {
  const { storeId, productId, order, pay } = await openShopFor(world);
  const { client, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  const others = await order(world.client(), { email });
  await pay(others);
  await world.client().reviews.createReview({
    productId,
    body: { ...review, order: { reference: others.id, key: others.orderKey } },
  });
  expect(await client.customers.listCustomerReviews({ id })).toMatchObject({ items: [] });
  const exported = await client.customers.exportCustomer({ id });
  expect(JSON.stringify(exported)).not.toContain(review.content);

  const own = await order(client, { email });
  await pay(own);
  await world.client().reviews.createReview({
    productId,
    body: { ...review, order: { reference: own.id, key: own.orderKey } },
  });
  const guest = await order(world.client(), { email: "guest@example.com" });
  await pay(guest);
  await world.client().reviews.createReview({
    productId,
    body: { ...review, order: { reference: guest.id, key: guest.orderKey } },
  });
  expect((await client.customers.listCustomerReviews({ id })).total).toBe(1);
  const { rows } = await world.admin.query(
    "select verified, customer_id = $1 as theirs, customer_id is null as nobodys from shop.reviews order by id",
    [id],
  );
  expect(rows).toEqual([
    { verified: true, theirs: null, nobodys: true },
    { verified: true, theirs: true, nobodys: false },
    { verified: true, theirs: false, nobodys: false },
  ]);
});
