import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { staffClient } from "../products/catalogue.fixture.ts";

test("a menu is a tree of pages and published collections with their current links", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const read = { storeId, name: "main" as const };
  const shopper = world.client();
  expect(await shopper.menus.getMenu(read)).toEqual({ name: "main", items: [], version: 0 });
  const make = (name: string) => staff.collections.createCollection({ storeId, body: { name } });
  const [dresses, sale] = [await make("Dresses"), await make("Sale")];
  const menu = await staff.menus.updateMenu({
    ...read,
    body: {
      items: [
        {
          label: "Shop",
          children: [
            { collectionId: dresses.id.toUpperCase() },
            { label: "More", children: [{ label: "Sale", collectionId: sale.id }] },
          ],
        },
        { label: "About", href: "/about" },
      ],
    },
  });
  expect(menu).toMatchObject({
    version: 1,
    items: [
      {
        label: "Shop",
        href: null,
        children: [
          {
            label: "Dresses",
            customLabel: null,
            collection: { id: dresses.id, link: "dresses" },
            children: [],
          },
          { children: [{ collection: { name: "Sale" } }] },
        ],
      },
      { href: "/about", collection: null },
    ],
  });
  expect(await shopper.menus.getMenu(read)).toEqual(menu);
  await staff.collections.updateCollection({
    id: dresses.id,
    body: { name: "Gowns", link: "gowns" },
  });
  await staff.collections.updateCollection({ id: sale.id, body: { isPublished: false } });
  const now = await shopper.menus.getMenu(read);
  expect(now.items[0]?.children).toMatchObject([
    { label: "Gowns", customLabel: null, collection: { link: "gowns" } },
    { label: "More", customLabel: "More", children: [] },
  ]);
  expect((await staff.menus.getMenu(read)).items[0]?.children[1]?.children).toHaveLength(1);

  const about = { label: "About", href: "/about" };
  await staff.menus.updateMenu({
    ...read,
    body: { items: [{ label: "Sale", collectionId: sale.id, children: [about] }] },
  });
  const heading = [{ label: "Sale", href: null, collection: null, children: [about] }];
  expect((await shopper.menus.getMenu(read)).items).toMatchObject(heading);
  await staff.collections.deleteCollection({ id: sale.id });
  expect((await staff.menus.getMenu(read)).items).toMatchObject(heading);
  const unnamed = [{ collectionId: dresses.id, children: [about] }];
  await staff.menus.updateMenu({ ...read, body: { items: unnamed } });
  await staff.collections.deleteCollection({ id: dresses.id });
  expect((await shopper.menus.getMenu(read)).items).toMatchObject([about]);
});

test("an item with two targets, another store's collection, an unsafe URL and a stale version are rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const elsewhere = await seedStore(world);
  const others = await staffClient(world, elsewhere);
  const foreign = await others.collections.createCollection({
    storeId: elsewhere,
    body: { name: "Theirs" },
  });
  const read = { storeId, name: "footer" as const };
  const write = (
    items: Parameters<typeof staff.menus.updateMenu>[0]["body"]["items"],
    version = 0,
  ) =>
    staff.menus.updateMenu(
      { ...read, body: { items } },
      { headers: { "if-match": `"${version}"` } },
    );
  await expect(write([{ label: "X", collectionId: foreign.id }])).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(write([{ label: "X", href: "/x", collectionId: foreign.id }])).rejects.toMatchObject(
    { details: [{ path: "items.0.href" }] },
  );
  for (const href of ["javascript:alert(1)", "//evil.example", "/\\evil.example", "sale"])
    await expect(write([{ label: "X", href }])).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "items.0.href" }],
    });
  const children = Array.from({ length: 20 }, () => ({ label: "X", href: "/x" }));
  const groups = Array.from({ length: 24 }, () => ({ label: "X", children }));
  await expect(write(groups)).rejects.toMatchObject({ details: [{ path: "items" }] });
  await expect(write([{ href: "/x" }])).rejects.toMatchObject({
    details: [{ path: "items.0.label" }],
  });
  const id = newId();
  await expect(
    write([
      { label: "X", id },
      { label: "Y", id },
    ]),
  ).rejects.toMatchObject({ details: [{ path: "items.1.id" }] });
  const ends = await Promise.allSettled([write([{ label: "A" }]), write([{ label: "B" }])]);
  const lost = ends.find((end) => end.status === "rejected");
  expect(lost?.reason).toMatchObject({ code: "EDIT_CONFLICT", details: { version: 1 } });
});

test("a menu whose collections have names too long for every page is rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const { rows } = await world.admin.query<{ id: string }>(
    `insert into shop.collections (store_id, id, link, name)
     select $1, gen_random_uuid(), 'c' || n, repeat($2, 250) || n from generate_series(1, 26) n returning id`,
    [storeId, "'"],
  );
  const items = rows.map(({ id }) => ({ collectionId: id.toUpperCase() }));
  const write = (shown: typeof items) =>
    staff.menus.updateMenu({ storeId, name: "main", body: { items: shown } });
  await expect(write(items)).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "items", message: expect.stringContaining("12,000 bytes") }],
  });
  expect((await write(items.slice(0, 20))).items).toHaveLength(20);
});
