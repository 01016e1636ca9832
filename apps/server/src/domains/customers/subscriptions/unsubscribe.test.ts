import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { moveClock } from "../../users/user.fixture.ts";
import { rowVersions } from "./subscriptions.fixture.ts";
import { hashSubscriptionToken } from "./subscription-token.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

const email = "ada@example.com";
const notFound = { code: "NOT_FOUND" };

/** Creates a confirmed subscription. Returns its confirmation and unsubscribe tokens. */
async function subscribed(world: World) {
  const storeId = await seedStore(world);
  const { customers } = world.client();
  await customers.subscribe({ storeId, body: { email } });
  const confirmation = "x".repeat(43);
  const { rows } = await world.admin.query<{ id: string }>(
    "update shop.subscriptions set token_hash = $1 returning id",
    [hashSubscriptionToken(confirmation)],
  );
  await customers.confirmSubscription({ storeId, body: { token: confirmation } });
  const token = unsubscribeToken(world.services.key("unsubscribe"), storeId, rows[0]?.id ?? "");
  return { storeId, customers, confirmation, token };
}

const states = async (world: World) =>
  (
    await world.admin.query<{ on: boolean }>(
      "select confirmed_at is not null as on from shop.subscriptions",
    )
  ).rows.map(({ on }) => on);

test("one call unsubscribes and can be repeated; the old link does not resubscribe, but a new request does", async ({
  world,
}) => {
  const { storeId, customers, confirmation, token } = await subscribed(world);
  expect(await states(world)).toEqual([true]);
  const written: unknown[] = [];
  for (let i = 0; i < 3; i += 1) {
    expect(await customers.unsubscribe({ storeId, body: { token } })).toEqual({
      status: "UNSUBSCRIBED",
    });
    written.push(await rowVersions(world));
  }
  // Repeated calls neither write nor lock the row.
  expect(written).toEqual(Array.from(written, () => written[0]));
  expect(await states(world)).toEqual([false]);
  await expect(
    customers.confirmSubscription({ storeId, body: { token: confirmation } }),
  ).rejects.toMatchObject(notFound);
  const { rows: before } = await world.admin.query("select from shop.mails");
  moveClock(world, 3700);
  await customers.subscribe({ storeId, body: { email } });
  const { rows: after } = await world.admin.query("select from shop.mails");
  expect(after.length).toBe(before.length + 1);
});

test("a token of another subscription, store or key unsubscribes no one", async ({ world }) => {
  const { storeId, customers, token } = await subscribed(world);
  const other = await seedStore(world);
  const forged = unsubscribeToken(Buffer.alloc(32), storeId, token.split(".")[0] ?? "");
  for (const [store, wrong] of [
    [other, token],
    [storeId, forged],
    [storeId, `${token}x`],
    [storeId, "x".repeat(60)],
  ] as const)
    await expect(
      customers.unsubscribe({ storeId: store, body: { token: wrong } }),
    ).rejects.toMatchObject(notFound);
  expect(await states(world)).toEqual([true]);
});

test("confirming sends one email with a one-click unsubscribe header", async ({ world }) => {
  const { storeId, customers, confirmation, token } = await subscribed(world);
  await customers.confirmSubscription({ storeId, body: { token: confirmation } });
  const mails = await world.sendMails();
  const confirmed = mails.filter((mail) => mail.unsubscribe !== undefined);
  expect(confirmed).toHaveLength(1);
  expect(confirmed[0]).toMatchObject({ to: email, unsubscribe: { oneClick: true } });
  expect(confirmed[0]?.unsubscribe?.url).toContain(encodeURIComponent(token));
  expect(confirmed[0]?.text).toContain(confirmed[0]?.unsubscribe?.url);
});
