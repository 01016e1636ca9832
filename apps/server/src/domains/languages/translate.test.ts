import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { type Client, test, type World } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";

/** Creates a store in English and German, with one entity of each type that is translated. */
async function openGermanShop(world: World) {
  const storeId = await seedStore(world, { slug: "shop" });
  const owner = await member(world, storeId, "ADMIN");
  const { productId } = await seedProduct(world, storeId, { link: "dress", sizes: ["M", "L"] });
  await owner.products.updateProduct({
    id: productId,
    body: { description: "<p>Long</p>", care: ["Wash cold"] },
  });
  const collection = await owner.collections.createCollection({
    storeId,
    body: { name: "New", link: "new", description: "Fresh", products: [productId] },
  });
  const policy = await owner.policies.createPolicy({
    storeId,
    body: { type: "TERMS_OF_SERVICE", title: "Terms", content: "<p>One</p>" },
  });
  await owner.languages.createLanguage({ body: { storeId, code: "DE" } });
  const german = (
    entityType: Parameters<Client["languages"]["createTranslation"]>[0]["body"]["entityType"],
    entityId: string,
    fields: Record<string, string | string[]>,
  ) =>
    owner.languages.createTranslation({
      body: { storeId, entityType, entityId, languageCode: "DE", fields },
    });
  await german("PRODUCT", productId, { name: "Kleid", description: "<p>Lang</p>" });
  await german("COLLECTION", collection.id, { name: "Neu" });
  await german("POLICY", policy.id, { content: "<p>Eins</p>" });
  await german("OPTION", storeId, { Size: "Größe", M: "Mittel", Color: "Farbe" });
  await german("NAVIGATION", storeId, { Dresses: "Kleider" });
  return { storeId, productId, owner };
}

test("pages in a language show the translated fields, and the originals of the others", async ({
  world,
}) => {
  const { storeId, productId, owner } = await openGermanShop(world);
  const { products, collections, stores, upsells, menus } = world.client();
  const [fresh] = (await collections.listCollections({ storeId })).items;
  await owner.menus.updateMenu({
    storeId,
    name: "main",
    body: {
      items: [
        { collectionId: fresh?.id },
        { label: "New", collectionId: fresh?.id },
        { label: "Just in", children: [{ label: "Dresses", collectionId: fresh?.id }] },
      ],
    },
  });
  expect((await menus.getMenu({ storeId, name: "main", language: "DE" })).items).toMatchObject([
    { label: "Neu", customLabel: null, collection: { name: "Neu", link: "new" } },
    { label: "Neu", customLabel: "New", collection: { name: "Neu" } },
    { label: "Just in", children: [{ label: "Kleider", collection: { name: "Neu" } }] },
  ]);
  const page = (language?: "DE" | "FR" | "EN") =>
    products.getProductPage({ id: storeId, link: "dress", ...(language && { language }) });
  const original = await page();
  expect(original).toMatchObject({ name: "Slip dress", description: "<p>Long</p>" });
  expect(original.labels).toBeUndefined();
  expect(await page("DE")).toEqual({
    ...original,
    name: "Kleid",
    description: "<p>Lang</p>",
    metaDescription: "Lang",
    labels: { Size: "Größe", M: "Mittel" },
  });
  expect(await products.getProduct({ id: productId, language: "DE" })).toMatchObject({
    name: "Kleid",
    care: ["Wash cold"],
  });
  // The originals are shown for a language that the store does not have, and for its default language.
  expect(await page("FR")).toEqual(original);
  expect(await page("EN")).toEqual(original);

  const list = await products.listProducts({ linkStoreId: storeId, language: "DE" });
  expect(list.items.map(({ name }) => name)).toEqual(["Kleid"]);
  const sizes = list.facets.find(({ name }) => name === "size")?.values;
  expect(sizes?.map(({ value, label }) => [value, label])).toEqual(
    expect.arrayContaining([
      ["m", "Mittel"],
      ["l", "L"],
    ]),
  );
  const shelf = { name: "Neu", description: "Fresh" };
  const link = { storeId, link: "new", language: "DE" } as const;
  expect(await collections.getCollection(link)).toMatchObject(shelf);
  const shelves = await collections.listCollections({ storeId, language: "DE" });
  expect(shelves.items).toMatchObject([shelf]);
  const policies = await stores.listPolicies({ id: storeId, language: "DE" });
  expect(policies.items).toMatchObject([{ title: "Terms", content: "<p>Eins</p>" }]);
  const store = await stores.getStore({ id: storeId, language: "DE" });
  expect(store.navigation).toEqual([{ label: "Kleider", href: "/dresses" }]);

  const other = await seedProduct(world, storeId);
  const related = await products.listRelated({ productId: other.productId, language: "DE" });
  expect(related.items.map(({ name }) => name)).toEqual(["Kleid"]);
  expect((await upsells.listUpsells({ productId, language: "DE" })).items).toEqual([]);
});

test("an unpublished language is not shown, and editors see the originals", async ({ world }) => {
  const { storeId, productId, owner } = await openGermanShop(world);
  expect(await owner.products.getProduct({ id: productId, language: "DE" })).toMatchObject({
    name: "Slip dress",
  });
  expect((await owner.stores.getStore({ id: storeId, language: "DE" })).navigation).toEqual([
    { label: "Dresses", href: "/dresses" },
  ]);
  const { items } = await owner.languages.listLanguages({ storeId });
  const german = items.find(({ code }) => code === "DE");
  await owner.languages.updateLanguage({ id: german?.id ?? "", body: { isPublished: false } });
  const shopper = world.client();
  expect(
    await shopper.products.getProductPage({ id: storeId, link: "dress", language: "DE" }),
  ).toMatchObject({ name: "Slip dress" });
  await expect(
    shopper.products.getProduct({ id: productId, language: "de" as "DE" }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "language" }] });
});
