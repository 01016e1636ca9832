import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedStore } from "#tests/seed.ts";
import { workOf } from "#tests/work-of.ts";
import { test, type World } from "#tests/world.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, openShopFor } from "./customers.fixture.ts";

async function listed(world: World, storeId: string) {
  const { customers } = await staffClient(world, storeId, "STAFF");
  return customers;
}

const letters = (items: { email: string }[]) => items.map(({ email }) => email[0]).join("");

describe("the store's customers", () => {
  test("can be searched by the beginning of name, last name, email or phone, within one store", async ({
    world,
  }) => {
    const [storeId, other] = [await seedStore(world), await seedStore(world)];
    const customers = await listed(world, storeId);
    const people = [
      { email: "ada@example.com", name: "Ada Lovelace", phone: "+1 512 555 0100" },
      { email: "grace@example.com", name: "Grace Brewster Hopper" },
      { email: "100_@example.com", name: "" },
    ];
    for (const body of people) await customers.createCustomer({ storeId, body });
    const elsewhere = await listed(world, other);
    await elsewhere.createCustomer({
      storeId: other,
      body: { email: "ada.other@example.com", name: "Ada" },
    });
    const find = async (search: string) =>
      (await customers.listCustomers({ storeId, search })).items.map(({ email }) => email);
    expect(await find("ADA")).toEqual(["ada@example.com"]);
    expect(await find("love")).toEqual(["ada@example.com"]);
    expect(await find("hop")).toEqual(["grace@example.com"]);
    expect(await find("grace brew")).toEqual(["grace@example.com"]);
    expect(await find("(1) 512-555")).toEqual(["ada@example.com"]);
    expect(await find("1 512-555")).toEqual(["ada@example.com"]);
    expect(await find("100_")).toEqual(["100_@example.com"]);
    for (const pattern of ["%", "_da", "example", "brewster"])
      expect(await find(pattern)).toEqual([]);
    expect(await customers.listCustomers({ storeId, search: "a" })).toMatchObject({
      total: 1,
      next: null,
    });
  });

  test("are each returned once in every sort order, with pages by number or by cursor", async ({
    world,
  }) => {
    const { storeId, order, pay } = await openShopFor(world);
    const shopper = world.client();
    for (const [email, count] of [
      ["a", 1],
      ["b", 3],
      ["c", 0],
      ["d", 2],
      ["e", 1],
    ] as const)
      for (let i = 0; i < Math.max(count, 1); i += 1) {
        const placed = await order(shopper, { email: `${email}@example.com` });
        if (i < count) await pay(placed);
      }
    const customers = await listed(world, storeId);
    const expected = {
      newest: "edcba",
      oldest: "abcde",
      "last-order": "edbac",
      "most-spent": "bdeac",
    } as const;
    for (const [sort, all] of Object.entries(expected) as [keyof typeof expected, string][]) {
      const complete = await customers.listCustomers({ storeId, sort });
      expect([sort, letters(complete.items), complete.total, complete.next]).toEqual([
        sort,
        all,
        5,
        null,
      ]);
      let [walked, after] = ["", undefined as string | undefined];
      for (let page = 1; page <= 3; page += 1) {
        const numbered = await customers.listCustomers({ storeId, sort, limit: 2, page });
        const next = await customers.listCustomers({
          storeId,
          sort,
          limit: 2,
          ...(after === undefined ? {} : { after }),
        });
        expect(letters(next.items)).toBe(letters(numbered.items));
        walked += letters(next.items);
        after = next.next ?? undefined;
      }
      expect([walked, after]).toEqual([all, undefined]);
    }
    const [first] = (await customers.listCustomers({ storeId, sort: "most-spent", limit: 1 }))
      .items;
    expect(first).toMatchObject({ orderCount: 3, hasAccount: false });
    expect(first?.lastOrderAt).not.toBeNull();
    await expect(customers.listCustomers({ storeId, after: "nonsense" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "after" }],
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("a refunded, deleted or reassigned order no longer counts as a purchase", async ({
    world,
  }) => {
    const { storeId, order, pay } = await openShopFor(world);
    for (let i = 0; i < 3; i += 1)
      await pay(await order(world.client(), { email: "ada@example.com" }));
    const customers = await listed(world, storeId);
    const ada = async () => (await customers.listCustomers({ storeId })).items[0];
    const before = await ada();
    const { rows } = await world.admin.query<{ id: string }>(
      "select id from shop.orders order by id",
    );
    await world.admin.query("update shop.orders set payment_state = 'refunded' where id = $1", [
      rows[0]?.id,
    ]);
    await world.admin.query("update shop.orders set deleted_at = now() where id = $1", [
      rows[1]?.id,
    ]);
    expect(await ada()).toMatchObject({ orderCount: 1, totalSpent: (before?.totalSpent ?? 0) / 3 });
    await world.admin.query("update shop.orders set customer_id = null where id = $1", [
      rows[2]?.id,
    ]);
    expect(await ada()).toMatchObject({ orderCount: 0, totalSpent: 0 });
  });
});

describe("one customer", () => {
  test("is created once per email, and once per idempotency key", async ({ world }) => {
    const storeId = await seedStore(world);
    const customers = await listed(world, storeId);
    const body = {
      email: "Ada@Example.com",
      name: " Ada ",
      phone: "+1 512 555 0100",
      note: "Likes linen",
      tags: ["vip"],
    };
    const made = await customers.createCustomer({ storeId, body }, { idempotencyKey: "k" });
    expect(made).toMatchObject({
      email: "ada@example.com",
      name: "Ada",
      note: "Likes linen",
      tags: ["vip"],
      version: 1,
      orderCount: 0,
    });
    expect(await customers.createCustomer({ storeId, body }, { idempotencyKey: "k" })).toEqual(
      made,
    );
    await expect(customers.createCustomer({ storeId, body })).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
      details: { id: made.id },
    });
    expect(await customers.getCustomer({ id: made.id })).toEqual(made);
  });

  test("is changed only with the current version, and every change is audited", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const customers = await listed(world, storeId);
    const { id } = await customers.createCustomer({ storeId, body: { email: "ada@example.com" } });
    await customers.createCustomer({ storeId, body: { email: "grace@example.com" } });
    const changed = await customers.updateCustomer(
      { id, body: { name: "Ada", email: "Ada@Sea.example", note: "" } },
      { headers: { "if-match": '"1"' } },
    );
    expect(changed).toMatchObject({
      name: "Ada",
      email: "ada@sea.example",
      note: null,
      version: 2,
    });
    await expect(
      customers.updateCustomer({ id, body: { name: "Eve" } }, { headers: { "if-match": '"1"' } }),
    ).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      details: { name: "Ada", version: 2 },
    });
    await expect(
      customers.updateCustomer({ id, body: { email: "grace@example.com" } }),
    ).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await expect(
      customers.updateCustomer({ id, body: { newsletter: true } }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await customers.updateCustomer({ id, body: { name: "Ada" } })).version).toBe(2);
    const { rows } = await world.admin.query(
      "select before, after from shop.audit_entries where action = 'UPDATE'",
    );
    expect(rows).toEqual([{ before: null, after: { changed: ["name", "email"] } }]);
  });

  test("keeps twenty former emails, each once, which only the export reads", async ({ world }) => {
    const storeId = await seedStore(world);
    const customers = await listed(world, storeId);
    const { id } = await customers.createCustomer({ storeId, body: { email: "0@example.com" } });
    const change = (n: number) =>
      customers.updateCustomer({ id, body: { email: `${n}@example.com` } });
    for (const n of [1, 0, 1, 0]) await change(n);
    for (let n = 1; n <= 20; n += 1) await change(n);
    const { statements } = await workOf(async () => {
      await expect(change(21)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
      await customers.getCustomer({ id });
      await customers.listCustomers({ storeId });
      await customers.updateCustomer({ id, body: { email: "3@example.com" } });
    });
    const selecting = /select (?!from)[^;]*\bformer_emails\b[^;]*? from/;
    expect(statements.filter((text) => selecting.test(text))).toEqual([]);
    const { formerEmails } = await customers.exportCustomer({ id });
    const others = Array.from({ length: 21 }, (_, n) => n).filter((n) => n !== 3);
    expect(formerEmails).toEqual(others.map((n) => `${n}@example.com`));
  });

  test("can change their own name and newsletter, but not the store's fields, and never sees the note", async ({
    world,
  }) => {
    const { storeId } = await openShopFor(world);
    const { client } = await openAccount(world);
    const { id } = await client.customers.getMyCustomer({ storeId });
    const staff = await listed(world, storeId);
    await staff.updateCustomer({ id, body: { note: "Returns a lot", tags: ["returns"] } });
    const staffs = { email: "x@y.example", note: "", tags: [] };
    for (const body of [{ email: "x@y.example" }, { note: "" }, { tags: [] }, staffs])
      await expect(client.customers.updateCustomer({ id, body })).rejects.toMatchObject({
        code: "FORBIDDEN",
        details: Object.keys(body).map((path) => ({ path })),
      });
    const mine = await client.customers.updateCustomer({
      id,
      body: { name: "Countess", phone: "+44 20 555" },
    });
    expect(mine).toMatchObject({ name: "Countess", phone: "+44 20 555", note: null, tags: [] });
    expect(
      (await client.customers.updateCustomer({ id, body: { newsletter: true } })).newsletter,
    ).toBe(true);
    expect((await client.customers.getMyCustomer({ storeId })).newsletter).toBe(true);
    expect((await staff.updateCustomer({ id, body: { newsletter: false } })).newsletter).toBe(
      false,
    );
    const { rows } = await world.admin.query(
      "select confirmed_at, was_confirmed_at is not null as was, unsubscribed_at is not null as ended from shop.subscriptions",
    );
    expect(rows).toEqual([{ confirmed_at: null, was: true, ended: true }]);
  });

  test("sees and writes their own reviews, which are verified once the customer has bought", async ({
    world,
  }) => {
    const { storeId, productId, order, pay } = await openShopFor(world);
    const { client } = await openAccount(world);
    const { id } = await client.customers.getMyCustomer({ storeId });
    const body = { name: "Ada", title: "Good", content: "Fits." };
    await client.reviews.createReview({ productId, body });
    await pay(await order(client, { email: "ada@example.com" }));
    await client.reviews.createReview({ productId, body: { ...body, title: "Better" } });
    await world.client().reviews.createReview({ productId, body });
    const { items, total } = await client.customers.listCustomerReviews({ id });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { title: "Better", status: "PENDING", verified: true, product: { id: productId } },
      { title: "Good", status: "PENDING", verified: false },
    ]);
  });
});
