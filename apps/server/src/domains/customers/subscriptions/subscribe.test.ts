import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../../platform/id.ts";
import { moveClock } from "../../users/user.fixture.ts";
import { rowVersions } from "./subscriptions.fixture.ts";

const hour = 3600;
const email = "Ada@Example.com";

test("an address is subscribed once the link in the email is opened, even if it is opened several times", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { customers } = world.client();
  expect(await customers.subscribe({ storeId, body: { email } })).toEqual({ status: "PENDING" });
  expect(await rows(world)).toEqual([
    { email: "ada@example.com", source: "newsletter", confirmed: false },
  ]);
  const [token = ""] = await tokensMailed(world);
  const written: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    expect(await customers.confirmSubscription({ storeId, body: { token } })).toEqual({
      status: "SUBSCRIBED",
    });
    written.push(await rowVersions(world));
  }
  // Repeated calls neither write nor lock the row.
  expect(written).toEqual(Array.from(written, () => written[0]));
  expect((await rows(world)).at(0)?.confirmed).toBe(true);
  const stored = await world.admin.query("select * from shop.subscriptions");
  expect(JSON.stringify(stored.rows)).not.toContain(token);
});

test("pending, subscribed and differently written addresses get the same answer and no second email", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { customers } = world.client();
  await customers.subscribe({ storeId, body: { email } });
  const again = { storeId, body: { email: email.toLowerCase() } };
  moveClock(world, hour - 60);
  expect(await customers.subscribe(again)).toEqual({ status: "PENDING" });
  const [token = "", ...others] = await tokensMailed(world);
  expect(others).toEqual([]);
  await customers.confirmSubscription({ storeId, body: { token } });
  moveClock(world, 2 * hour);
  expect(await customers.subscribe(again)).toEqual({ status: "PENDING" });
  expect(await tokensMailed(world)).toEqual([token]);
  expect((await rows(world)).map((row) => row.confirmed)).toEqual([true]);
});

test("a request an hour later sends a second email, and its link replaces the first", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { customers } = world.client();
  await customers.subscribe({ storeId, body: { email } });
  await tokensMailed(world);
  moveClock(world, hour + 1);
  await customers.subscribe({ storeId, body: { email } });
  const [first = "", second = ""] = await tokensMailed(world);
  const confirm = (token: string) => customers.confirmSubscription({ storeId, body: { token } });
  await expect(confirm(first)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await confirm(second)).toEqual({ status: "SUBSCRIBED" });
});

test("twenty concurrent requests create one subscription and one email", async ({ world }) => {
  const storeId = await seedStore(world);
  const { customers } = world.client();
  await Promise.allSettled(
    Array.from({ length: 20 }, () => customers.subscribe({ storeId, body: { email } })),
  );
  expect(await rows(world)).toHaveLength(1);
  expect(await tokensMailed(world)).toHaveLength(1);
});

test("a token confirms only the subscription of its own list and store", async ({ world }) => {
  const [mine, other] = [await seedStore(world), await seedStore(world)];
  const { customers } = world.client();
  await customers.subscribe({ storeId: mine, body: { email } });
  await tokensMailed(world);
  await customers.subscribe({ storeId: mine, body: { email, source: "coming-soon" } });
  const [token = "", second = ""] = await tokensMailed(world);
  expect(second).not.toBe("");
  const texts = world.mails.map(({ text }) => text);
  expect(texts[0]).toContain("signed up for emails from Sartoria");
  expect(texts[1]).toContain(
    "asked Sartoria to email this address when the new collection arrives",
  );
  await expect(
    customers.confirmSubscription({ storeId: other, body: { token } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await customers.confirmSubscription({ storeId: mine, body: { token } });
  expect((await rows(world)).map((row) => row.confirmed)).toEqual([true, false]);
});

test("an invalid address and an unknown token are rejected", async ({ world }) => {
  const storeId = await seedStore(world);
  const { customers } = world.client();
  await expect(customers.subscribe({ storeId, body: { email: "ada" } })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await expect(
    customers.confirmSubscription({ storeId, body: { token: "x".repeat(43) } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(
    customers.subscribe({ storeId: "no-such-store", body: { email } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

async function tokensMailed(world: World): Promise<string[]> {
  const mails = await world.sendMails();
  return mails
    .map(({ text }) => /confirm\?token=([\w-]+)/.exec(text)?.[1])
    .filter((token) => token !== undefined);
}

type Row = { email: string; source: string; confirmed: boolean };

async function rows(world: World): Promise<Row[]> {
  const found = await world.admin.query<Row>(
    "select email, source, confirmed_at is not null as confirmed from shop.subscriptions order by source desc",
  );
  return found.rows;
}

test("an address can subscribe once to each sold-out variant of this store, and to no variant of another", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { sizes: ["S", "M"], stock: 0 });
  const foreign = await seedProduct(world, await seedStore(world));
  const { customers } = world.client();
  const wait = (variantId = "") =>
    customers.subscribe({ storeId, body: { email, source: "back-in-stock", variantId } });
  for (const variantId of [...variantIds, ...variantIds])
    expect(await wait(variantId)).toEqual({ status: "PENDING" });
  const stored = await world.admin.query<{ variant_id: string }>(
    "select variant_id from shop.subscriptions order by id",
  );
  expect(stored.rows.map((row) => row.variant_id)).toEqual(variantIds);
  await expect(wait(foreign.variantIds[0])).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a mailbox can't be flooded by requests for every variant, and further requests get an error", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const sizes = Array.from({ length: 15 }, (_, i) => String(i));
  const { variantIds } = await seedProduct(world, storeId, { sizes, stock: 0 });
  const { customers } = world.client();
  const answers: string[] = [];
  for (const variantId of variantIds)
    await customers
      .subscribe({ storeId, body: { email, source: "back-in-stock", variantId } })
      .then(
        ({ status }) => answers.push(status),
        ({ code, statusCode }) => answers.push(`${code} ${statusCode}`),
      );
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "PENDING"));
  expect(answers.at(-1)).toBe("RATE_LIMITED 429");
  // The limit is 10, but up to 14 emails are allowed here, because a new hour may begin during the test. Another
  // mailbox has its own limit.
  expect((await world.sendMails()).length).toBeLessThan(15);
  await customers.subscribe({ storeId, body: { email: "grace@example.com" } });
  expect((await world.sendMails()).at(-1)?.to).toBe("grace@example.com");
  const { rows: stored } = await world.admin.query("select bucket from shop.rate_limits");
  expect(JSON.stringify(stored)).not.toContain("ada@");
});

test.extend({ options: { rateLimits: true } })(
  "one caller can use only part of the emails that a store may send, even over IPv6",
  async ({ world }) => {
    const storeId = await seedStore(world);
    const mailsFrom = async (addressOf: (i: number) => string) => {
      const before = world.mails.length;
      for (let i = 0; i < 110; i += 1) {
        const { customers } = world.client({ address: addressOf(i) });
        await customers
          .subscribe({ storeId, body: { email: `${newId()}@elsewhere.example` } })
          .catch(() => {});
        // Removes the limit per minute, which is not tested here.
        if (i % 9 === 0)
          await world.admin.query("delete from shop.rate_limits where bucket like 'subscribe %'");
      }
      await world.sendMails();
      return world.mails.length - before;
    };
    // Allows for twice the limit, because a new hour may begin once during the test.
    expect(await mailsFrom(() => "192.0.2.66")).toBeLessThanOrEqual(24);
    expect(await mailsFrom(() => "192.0.2.67")).toBeGreaterThanOrEqual(12);
    await world.admin.query("truncate shop.rate_limits");
    const networks = await mailsFrom((i) => `2001:db8:1:${i}::1`);
    expect(networks).toBeLessThan(100);
  },
);
