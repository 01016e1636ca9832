import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { seedCustomer } from "../../platform/http/contract.fixture.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

async function shopWithReview(world: World, rating = 5) {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const { id: productId } = await makeProduct(world, storeId);
  const hand = async (stars: number) => {
    const body = { name: "Eve", title: "T", content: "C", rating: stars };
    return (await world.client().reviews.createReview({ productId, body })).id;
  };
  return { storeId, staff, productId, hand, id: await hand(rating) };
}

const ratingOf = async (world: World, id: string) =>
  (await world.client().products.getProduct({ id })).rating;

describe("the queue", () => {
  test("lists pending reviews, newest first; approving publishes and counts a review, and rejecting hides it again", async ({
    world,
  }) => {
    const { storeId, staff, productId, hand, id } = await shopWithReview(world, 4);
    const second = await hand(1);
    const queue = await staff.reviews.listStoreReviews({ storeId, status: "PENDING" });
    expect([queue.total, queue.items.map((one) => one.id)]).toEqual([2, [second, id]]);
    expect(queue.items[1]).toMatchObject({
      status: "PENDING",
      product: { id: productId },
      rating: 4,
      version: 1,
      moderatedAt: null,
    });
    const approved = await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
    expect(approved).toMatchObject({ status: "APPROVED", version: 2, reply: null });
    expect(approved.moderatedAt).not.toBeNull();
    const shown = await world.client().reviews.listReviews({ productId });
    expect([shown.items.map((one) => one.id), shown.summary.average]).toEqual([[id], 4]);
    expect(await ratingOf(world, productId)).toEqual({ average: 4, count: 1 });
    await staff.reviews.updateReview({ id, body: { status: "REJECTED" } });
    expect(await ratingOf(world, productId)).toEqual({ average: null, count: 0 });
    const rejected = await staff.reviews.listStoreReviews({
      storeId,
      status: "REJECTED",
      productId,
    });
    expect(rejected.total).toBe(1);
    expect((await staff.reviews.listStoreReviews({ storeId, productId: storeId })).total).toBe(0);
  });

  test("tells the second of two moderators about the first one's change", async ({ world }) => {
    const { staff, id } = await shopWithReview(world);
    const decide = (status: "APPROVED" | "REJECTED") =>
      staff.reviews.updateReview({ id, body: { status } }, { headers: { "if-match": '"1"' } });
    const ends = await Promise.allSettled([decide("APPROVED"), decide("REJECTED")]);
    const lost = ends.find((end) => end.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "EDIT_CONFLICT", details: { id, version: 2 } });
  });

  test("keeps the rating correct when reviews are approved, rejected and deleted concurrently", async ({
    world,
  }) => {
    const { staff, productId, hand } = await shopWithReview(world);
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) ids.push(await hand(1 + (i % 5)));
    for (const id of ids) await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
    await Promise.all(
      ids.map((id, i) =>
        i % 3 === 0
          ? staff.reviews.deleteReview({ id })
          : staff.reviews.updateReview({
              id,
              body: { status: i % 3 === 1 ? "REJECTED" : "APPROVED" },
            }),
      ),
    );
    const { summary } = await world.client().reviews.listReviews({ productId });
    expect(summary.count).toBe(4);
    expect(await ratingOf(world, productId)).toEqual({ average: summary.average, count: 4 });
    const kept = await queryable(world.admin).row(sql`
      select rating_sum = (select sum(rating) from shop.reviews r where r.product_id = p.id and status = 'APPROVED') as same
      from shop.products p where id = ${productId}`);
    expect(kept).toEqual({ same: true });
  });
});

test("publishes the store's reply with its date until it is removed", async ({ world }) => {
  const { staff, productId, id } = await shopWithReview(world);
  await staff.reviews.updateReview({ id, body: { status: "APPROVED", reply: "Thank you <3" } });
  const read = async () => (await world.client().reviews.listReviews({ productId })).items[0];
  const answered = await read();
  expect(answered?.reply).toEqual({ text: "Thank you <3", at: expect.any(String) });
  await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
  expect((await read())?.reply).toEqual(answered?.reply);
  await staff.reviews.updateReview({ id, body: { reply: null } });
  expect((await read())?.reply).toBeNull();
  await staff.reviews.deleteReview({ id });
  await expect(staff.reviews.deleteReview({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("helpful", () => {
  test("counts at most eight votes from a wide IPv6 network, including concurrent ones", async ({
    world,
  }) => {
    const { staff, id } = await shopWithReview(world);
    await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
    const vote = (address: string, helpful = true) =>
      world.client({ address }).reviews.voteForReview({ id, body: { helpful } });
    await Promise.all(Array.from({ length: 20 }, (_, i) => vote(`2001:db8:7:${i}::1`)));
    expect((await vote("2001:db8:7:99::1")).helpful).toBe(8);
    expect((await vote("2001:db8:8:1::1")).helpful).toBe(9);
    expect((await vote("192.0.2.1")).helpful).toBe(10);
    // Each IP address withdraws its vote; another one of the network can then vote.
    for (let i = 0; i < 20; i += 1) await vote(`2001:db8:7:${i}::1`, false);
    expect((await vote("2001:db8:7:99::1")).helpful).toBe(3);
  });

  test("counts once per visitor, however often it is repeated, withdrawn or sent concurrently", async ({
    world,
  }) => {
    const { storeId, staff, productId, id } = await shopWithReview(world);
    await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
    const from = (address: string) => world.client({ address });
    const cast = (address: string, body: { helpful?: boolean; voteToken?: string } = {}) =>
      from(address).reviews.voteForReview({ id, body });
    const vote = async (address: string, helpful = true) =>
      (await cast(address, { helpful })).helpful;
    await Promise.all(Array.from({ length: 12 }, (_, i) => vote(`192.0.2.${1 + (i % 4)}`)));
    const { helpful, voteToken } = await cast("192.0.2.1");
    expect(helpful).toBe(4);
    expect(await vote("192.0.2.9", false)).toBe(4);
    expect(await vote("192.0.2.2", false)).toBe(3);
    // After the visitor's IP address has changed, the token still identifies the same vote, which is withdrawn and sent
    // again.
    const moved = async (body: { helpful?: boolean; voteToken?: string }) =>
      (await cast("192.0.2.77", { voteToken, ...body })).helpful;
    expect(await moved({})).toBe(3);
    expect(await moved({ helpful: false })).toBe(2);
    expect(await moved({})).toBe(3);
    // A vote token that does not belong to this review identifies no visitor, so the IP address counts.
    expect(await moved({ helpful: false, voteToken: voteToken.replace(/.$/, "-") })).toBe(3);
    const { token } = await seedCustomer(world, storeId);
    for (const address of ["192.0.2.1", "192.0.2.50"])
      expect(
        await world.client({ accessToken: token, address }).reviews.voteForReview({ id, body: {} }),
      ).toMatchObject({ helpful: 4 });
    expect((await world.client().reviews.listReviews({ productId })).items[0]?.helpful).toBe(4);
    const { rows } = await world.admin.query<{ voter: Buffer }>(
      "select voter from shop.review_votes",
    );
    expect(rows).toHaveLength(4);
    await staff.reviews.deleteReview({ id });
    expect((await world.admin.query("select from shop.review_votes")).rowCount).toBe(0);
  });

  test("waits for the review's row with one connection, however many visitors vote", async ({
    world,
  }) => {
    const { storeId, staff, id } = await shopWithReview(world);
    await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
    const lock = await world.admin.connect();
    await lock.query(`begin; select from shop.reviews where id = '${id}' for update`);
    let votes: Promise<PromiseSettledResult<{ helpful: number }>[]>;
    try {
      votes = Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          world.client({ address: `192.0.2.${i}` }).reviews.voteForReview({ id, body: {} }),
        ),
      );
      await untilBlocked(world);
      // This call takes a connection from the share that the votes use.
      const body = { event: "ADD_TO_CART", value: 1 } as const;
      await world.client().analytics.trackEventByOneHour({ storeId, body });
      await untilBlocked(world);
    } finally {
      await lock.query("rollback");
      lock.release();
    }
    const numbers = (await votes).map((end) =>
      end.status === "fulfilled" ? end.value.helpful : 0,
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test("changes neither the review nor the lists if it is repeated", async ({ world }) => {
    const { staff, id } = await shopWithReview(world);
    await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
    const stateOf = async () => {
      const { rows } = await world.admin.query(
        `select (select count(*)::int from shop.jobs where kind = 'catalogue.changed') as jobs,
           (select xmin::text from shop.reviews where id = $1) as row`,
        [id],
      );
      return rows[0] as { jobs: number; row: string };
    };
    const vote = (helpful: boolean) =>
      world.client({ address: "192.0.2.1" }).reviews.voteForReview({ id, body: { helpful } });
    const before = await stateOf();
    expect((await vote(false)).helpful).toBe(0);
    expect(await stateOf()).toEqual(before);
    await vote(true);
    const voted = await stateOf();
    expect(voted.jobs).toBe(before.jobs + 1);
    for (let i = 0; i < 3; i += 1) expect((await vote(true)).helpful).toBe(1);
    expect(await stateOf()).toEqual(voted);
  });

  test("is rejected for a review that is not published", async ({ world }) => {
    const { staff, productId, id } = await shopWithReview(world);
    const vote = () => world.client().reviews.voteForReview({ id, body: {} });
    await expect(vote()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await staff.reviews.updateReview({ id, body: { status: "APPROVED" } });
    await staff.products.deleteProduct({ id: productId });
    await expect(vote()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
