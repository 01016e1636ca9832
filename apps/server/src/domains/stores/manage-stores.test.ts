import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import { builtInRoles } from "@vetrina/contract/people/permissions";
import { seedProduct, seedSession, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { endpoints, openShop, signedIn } from "../../platform/http/contract.fixture.ts";
import { requestOf, subjectOf, validInput } from "../../platform/http/valid-calls.fixture.ts";
import { audited, member, person } from "../roles/roles.fixture.ts";

const atelier = {
  slug: "atelier",
  name: "Atelier",
  country: "IT",
  contact: { email: "ciao@atelier.example" },
};

describe("a store that a user opens", () => {
  test("is theirs, is served at its own host, and has roles, policies and domestic shipping", async ({
    world,
  }) => {
    const ada = await person(world);
    const store = await ada.stores.createStore({
      body: {
        ...atelier,
        currency: "JPY",
        locale: "it-IT",
        timeZone: "Europe/Rome",
      },
    });
    expect(store).toMatchObject({
      slug: "atelier",
      domain: "atelier.localhost",
      currency: "JPY",
      // 0, because prices include the tax of the store's country.
      taxPercent: 0,
      returnDays: 30,
      version: 1,
      environment: "TEST",
      shipping: { methodName: "Standard", price: 999, freeAbove: 10_000 },
      settings: {
        timeZone: "Europe/Rome",
        domains: [{ host: "atelier.localhost", status: "ACTIVE", isPrimary: true }],
      },
    });
    const { settings: _, ...shown } = store;
    const shopper = world.client({ host: "atelier.localhost" });
    expect(await shopper.stores.getStore({ id: "atelier.localhost" })).toEqual(shown);
    const roles = await ada.roles.listRoles({ storeId: store.id });
    expect(
      roles.items.map(({ type, permissions, userCount }) => [type, permissions, userCount]),
    ).toEqual(
      Object.entries(builtInRoles).map(([type, held]) => [type, held, type === "ADMIN" ? 1 : 0]),
    );
    const policies = await shopper.stores.listPolicies({ id: store.id });
    expect(policies.items.map(({ type }) => type)).toEqual([
      "REFUND_POLICY",
      "SHIPPING_POLICY",
      "PRIVACY_POLICY",
      "TERMS_OF_SERVICE",
    ]);
    const regions = await shopper.shipping.listShippingRegions({ storeId: store.id });
    expect(regions.items).toMatchObject([{ name: "Italia", countries: ["IT"] }]);
    expect(await audited(world, store.id)).toMatchObject([
      { action: "CREATE", actor: ada.userId, after: { slug: "atelier", currency: "JPY" } },
    ]);
    expect((await audited(world, ada.userId)).map(({ after }) => after)).toEqual([
      { roles: ["ADMIN"] },
    ]);
  });

  test("has a unique slug, even for concurrent calls, which stays taken after deletion if the store had a customer with an account", async ({
    world,
  }) => {
    const people = await Promise.all([1, 2, 3, 4].map(() => person(world)));
    const ends = await Promise.allSettled(
      people.map(({ stores }) => stores.createStore({ body: atelier })),
    );
    const refused = ends.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(3);
    for (const end of refused)
      expect(end).toMatchObject({ reason: { code: "ALREADY_EXISTS", details: { field: "slug" } } });
    const owner = people.find((_, i) => ends[i]?.status === "fulfilled");
    await people[0]?.customers.getMyCustomer({ storeId: "atelier" });
    await owner?.stores.deleteStore({ id: "atelier" });
    await expect(owner?.stores.createStore({ body: atelier })).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
    });
  });

  test.for([
    ["slug", { slug: "My Store" }],
    ["slug", { slug: "my-stores" }],
    ["slug", { slug: "admin" }],
    ["slug", { slug: "01890000-0000-7000-8000-000000000000" }],
    ["currency", { currency: "XYZ" }],
    ["locale", { locale: "sv-SE" }],
    ["locale", { locale: "english" }],
    ["timeZone", { timeZone: "Europe/Atlantis" }],
    ["timeZone", { timeZone: "+01:00" }],
    ["country", { country: "Italy" }],
    ["theme.color-accent", { theme: { "color-accent": "red" } }],
    ["theme.color-nothing", { theme: { "color-nothing": "#000000" } }],
    ["contact.email", { contact: { email: "nobody" } }],
  ] as const)("rejects an invalid %s: %o", async ([path, over], { world }) => {
    const ada = await person(world);
    await expect(
      ada.stores.createStore({ body: { ...atelier, ...over } as typeof atelier }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path }] });
  });

  test("is one of at most a hundred that a user can own", async ({ world }) => {
    const ada = await person(world);
    const { id } = await ada.stores.createStore({ body: atelier });
    await world.admin.query(
      `with made as (
        insert into shop.stores (id, slug, name, currency, country, contact, home, help)
        select gen_random_uuid(), 's-' || n, 'S', 'USD', 'US', '{}', '{}', '{}' from generate_series(1, 98) n returning id),
      roles as (insert into shop.roles (store_id, id, type, name, permissions) select id, id, 'ADMIN', 'A', '{}' from made returning store_id, id)
      insert into shop.role_assignments (store_id, user_id, role_id) select store_id, $1, id from roles`,
      [ada.userId],
    );
    const ends = await Promise.allSettled(
      ["a1", "a2", "a3"].map((slug) => ada.stores.createStore({ body: { ...atelier, slug } })),
    );
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(ends).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: "LIMIT_REACHED" }) }),
    );
    const mine = await ada.stores.listMyStores({ limit: 2 });
    expect([mine.total, mine.items[0]]).toMatchObject([100, { id, isOwner: true }]);
  });
});

test("can't be opened by an account that is being deleted, because it would have no owner", async ({
  world,
}) => {
  const ada = await person(world);
  const other = await world.admin.connect();
  await other.query("begin");
  await other.query("update shop.users set deleted_at = now() where id = $1", [ada.userId]);
  const opening = ada.stores.createStore({ body: atelier }).then(
    () => "opened",
    (error: { code: string }) => error.code,
  );
  await Promise.race([opening, delay(600)]);
  await other.query("commit");
  other.release();
  expect(await opening).toBe("UNAUTHENTICATED");
  expect((await world.admin.query("select from shop.stores")).rowCount).toBe(0);
});

describe("lists", () => {
  test("my stores are those I work in, with my permissions; platform administrators list all stores", async ({
    world,
  }) => {
    const [one, two, three] = [
      await seedStore(world, { slug: "one", name: "Zeta" }),
      await seedStore(world, { slug: "two", name: "alpha" }),
      await seedStore(world, { slug: "three" }),
    ];
    const ada = await member(world, one, "STAFF");
    const give = (store: string, type: string) =>
      world.admin.query(
        "insert into shop.role_assignments (store_id, user_id, role_id) select store_id, $1, id from shop.roles where store_id = $2 and type = $3",
        [ada.userId, store, type],
      );
    await give(two, "MANAGER");
    await give(three, "CUSTOMER");
    const { items, total } = await ada.stores.listMyStores();
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { id: two, roles: ["MANAGER"], isOwner: false, domain: "two.localhost" },
      { id: one, roles: ["STAFF"], permissions: expect.arrayContaining([...builtInRoles.STAFF]) },
    ]);
    await expect(ada.stores.listStores()).rejects.toMatchObject({ code: "FORBIDDEN" });
    const root = world.client({ accessToken: await signedIn(world, undefined, true) });
    const all = await root.stores.listStores({ limit: 2 });
    expect([all.total, all.items.map(({ id }) => id)]).toEqual([3, [three, two]]);
    const rest = await root.stores.listStores({ after: all.items[1]?.id });
    expect(rest.items.map(({ id }) => id)).toEqual([one]);
    expect((await root.stores.listStores({ search: "ZET" })).items.map(({ id }) => id)).toEqual([
      one,
    ]);
    expect((await root.stores.listStores({ search: "%" })).total).toBe(0);
    await (await member(world, two, "ADMIN")).stores.deleteStore({ id: two });
    expect((await root.stores.listStores()).total).toBe(2);
    const gone = await root.stores.listStores({ isDeleted: true });
    expect(gone.items).toMatchObject([{ id: two, domain: "", deletedAt: expect.any(String) }]);
    expect((await ada.stores.listMyStores()).total).toBe(1);
  });
});

describe("settings", () => {
  test("change the given fields, are versioned and audited, and caches are notified", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, ["MANAGE_SETTINGS"]);
    const before = await owner.stores.getStore({ id: storeId });
    const theme = { "color-accent": "#2340c7", radius: "2px" };
    const after = await owner.stores.updateStore(
      { id: storeId, body: { name: "Nuova", theme, timeZone: "Asia/Tokyo", returnDays: 14 } },
      { headers: { "if-match": `"${before.version}"` } },
    );
    expect(after).toEqual({
      ...before,
      name: "Nuova",
      theme,
      returnDays: 14,
      version: 2,
      timeZone: "Asia/Tokyo",
      settings: { ...before.settings, timeZone: "Asia/Tokyo" },
    });
    expect(await owner.stores.getStore({ id: storeId })).toEqual(after);
    const late = owner.stores.updateStore(
      { id: storeId, body: { name: "Late" } },
      { headers: { "if-match": '"1"' } },
    );
    await expect(late).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { name: "Nuova" } });
    expect(await audited(world, storeId)).toMatchObject([
      {
        action: "UPDATE",
        before: { name: before.name, theme: {}, timeZone: "Europe/Rome", returnDays: 30 },
        after: { name: "Nuova", theme, timeZone: "Asia/Tokyo", returnDays: 14 },
      },
    ]);
    const { rows } = await world.admin.query("select payload from shop.jobs where store_id = $1", [
      storeId,
    ]);
    expect(rows).toContainEqual({ payload: { tags: ["store"] } });
  });

  test("reject invalid settings, unknown pictures and unknown links", async ({ world }) => {
    const storeId = await seedStore(world);
    const { stores } = await member(world, storeId, "ADMIN");
    const { home } = await stores.getStore({ id: storeId });
    const { hero } = home;
    const size = { width: 10, height: 10 };
    const known = { key: hero.picture?.key ?? "", ...size };
    const scene = { alt: "", wide: known, tall: { key: "sorvela/gone", ...size } };
    const wrong: [string, object][] = [
      ["version", { version: 7 }],
      ["navigation.0.href", { navigation: [{ label: "X", href: "javascript:alert(1)" }] }],
      ["navigation.0.href", { navigation: [{ label: "X", href: "//elsewhere.example" }] }],
      ["navigation.0.href", { navigation: [{ label: "X", href: "/\\elsewhere.example" }] }],
      [
        "home.hero.action.href",
        { home: { ...home, hero: { ...hero, action: { label: "X", href: "data:x" } } } },
      ],
      [
        "home.featured.collection",
        { home: { ...home, featured: { title: "X", collection: "no-such-collection" } } },
      ],
      ["socialImage", { socialImage: "/media/../secret" }],
      ["socialImage", { socialImage: "https://elsewhere.example/a.jpg" }],
      ["socialImage", { socialImage: "/media/sorvela/no-such-picture/1200.jpg" }],
      [
        "home.hero.picture.key",
        {
          home: {
            ...home,
            hero: { ...hero, picture: { key: "sorvela/gone", alt: "", width: 10, height: 10 } },
          },
        },
      ],
      ["home.hero.scene.tall.key", { home: { ...home, hero: { ...hero, scene } } }],
      ["home.banner.scene.tall.key", { home: { ...home, banner: { scene } } }],
      [
        "home.behindTheScenes.scene.tall.key",
        { home: { ...home, behindTheScenes: { ...home.behindTheScenes, scene } } },
      ],
      ["environment", { environment: "PRODUCTION" }],
    ];
    for (const [path, body] of wrong)
      await expect(stores.updateStore({ id: storeId, body })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [{ path }],
      });
    // Accepts the stored link, although its collection no longer exists, as well as new-arrivals and an existing
    // collection.
    await world.admin.query(
      "insert into shop.collections (store_id, id, link, name) values ($1, gen_random_uuid(), 'winter', 'Winter')",
      [storeId],
    );
    for (const collection of [home.featured.collection, "new-arrivals", "winter"]) {
      const featured = { title: "X", collection };
      expect(
        await stores.updateStore({ id: storeId, body: { home: { ...home, featured } } }),
      ).toMatchObject({ home: { featured } });
    }
  });

  test("only an owner switches TEST to LIVE", async ({ world }) => {
    const storeId = await seedStore(world);
    const live = { id: storeId, body: { environment: "LIVE" as const } };
    const manager = await member(world, storeId, "MANAGER");
    await expect(manager.stores.updateStore(live)).rejects.toMatchObject({
      code: "PERMISSION_NOT_HELD",
    });
    const owner = await member(world, storeId, "ADMIN");
    expect(await owner.stores.updateStore(live)).toMatchObject({ environment: "LIVE" });
  });

  test("the currency can't change once there is an order, or a price with other decimals", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const change = (currency: string) =>
      owner.stores.updateStore({ id: storeId, body: { currency } });
    const shipping = { price: 9.99, freeAbove: 100 };
    expect(await change("KWD")).toMatchObject({ currency: "KWD", shipping });
    const { link } = await owner.collections.createCollection({
      storeId,
      body: { name: "Fine", rule: { price: { from: 30.5 }, sale: true } },
    });
    expect(await change("USD")).toMatchObject({ currency: "USD", shipping });
    expect((await owner.collections.getCollection({ storeId, link })).rule).toEqual({
      price: { from: 30.5 },
      sale: true,
    });
    const { productId, variantIds } = await seedProduct(world, storeId);
    await expect(change("JPY")).rejects.toMatchObject({ code: "CURRENCY_FIXED" });
    await owner.products.deleteProduct({ id: productId });
    expect(await change("JPY")).toMatchObject({ shipping: { price: 10, freeAbove: 100 } });
    const back = await owner.products.restoreProduct({ id: productId });
    expect(back).toMatchObject({ currency: "JPY", variants: [{ price: 40 }] });
    await owner.products.deleteProduct({ id: productId });
    await change("USD");
    await owner.products.restoreProduct({ id: productId });
    expect(await change("EUR")).toMatchObject({ currency: "EUR" });
    await world.client().orders.createOrder({
      storeId,
      body: { items: [{ variantId: variantIds[0] ?? "", quantity: 1 }], email: "ada@example.com" },
    });
    await expect(change("USD")).rejects.toMatchObject({ code: "CURRENCY_FIXED" });
    expect(
      await owner.stores.updateStore({ id: storeId, body: { currency: "EUR", name: "N" } }),
    ).toMatchObject({ name: "N" });
  });
});

describe("a deleted store", () => {
  test("can be deleted by its owner only, and not while an order is open", async ({ world }) => {
    const shop = await openShop(world, "mine");
    const id = shop.storeId;
    const manager = await member(world, id, "MANAGER");
    await expect(manager.stores.deleteStore({ id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const owner = await member(world, id, "ADMIN");
    await world.admin.query("update shop.payments set environment = 'LIVE' where store_id = $1", [
      id,
    ]);
    await expect(owner.stores.deleteStore({ id })).rejects.toMatchObject({
      code: "OPEN_ORDERS",
      details: { orders: expect.arrayContaining([shop.orderNumber]) },
    });
    await expect(
      owner.stores.deleteStore({ id }, { headers: { "if-match": '"7"' } }),
    ).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
  });

  test("returns 404 for every call and 421 at its host, and the host is free", async ({
    world,
  }) => {
    const shop = await openShop(world, "mine");
    const owner = await member(world, shop.storeId, "ADMIN");
    const token = await seedSession(world, owner.userId);
    const about = endpoints.filter(({ endpoint }) => subjectOf(endpoint, shop) !== null);
    const inputs = new Map<string, Awaited<ReturnType<typeof validInput>>>();
    for (const named of about) inputs.set(named.name, await validInput(named, shop, world));
    await owner.stores.deleteStore({ id: shop.storeId });
    const wrong: string[] = [];
    for (const named of about)
      for (const bearer of [
        { token },
        { token: shop.customerToken },
        { orderKey: shop.orderKey },
        {},
      ]) {
        const request = requestOf(named, inputs.get(named.name) ?? {}, "localhost", bearer);
        const { statusCode } = await world.app.inject(request);
        if (statusCode !== 404 && statusCode !== 401) wrong.push(`${named.name}: ${statusCode}`);
      }
    expect(wrong).toEqual([]);
    const atHost = world.client({ host: shop.host });
    await expect(
      atHost.shipping.calculateShipping({
        body: { items: [{ variantId: shop.ids.variant, quantity: 1 }] },
      }),
    ).rejects.toMatchObject({ code: "UNKNOWN_HOST" });
    expect((await owner.stores.listMyStores()).total).toBe(0);
    const next = await seedStore(world, { slug: "next", host: shop.host });
    expect(await world.client().stores.getStore({ id: shop.host })).toMatchObject({ id: next });
  });
});
