import { describe, expect } from "vitest";
import { LanguageCode } from "@vetrina/contract/enumerations";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { audited, expectRefused, member } from "../roles/roles.fixture.ts";

describe("a store's languages", () => {
  test("start with the language of its locale, and can be any of the thirteen", async ({
    world,
  }) => {
    const storeId = await seedStore(world, { locale: "it-IT" });
    const { languages } = await member(world, storeId, ["MANAGE_SETTINGS"]);
    for (const code of LanguageCode.options.filter((one) => one !== "IT"))
      await languages.createLanguage({ body: { storeId, code } });
    const { items } = await world.client().languages.listLanguages({ storeId });
    expect(items[0]).toMatchObject({ code: "IT", isDefault: true, isPublished: true });
    expect(items.map(({ code }) => code).toSorted()).toEqual(LanguageCode.options.toSorted());
    expect(await world.client().languages.getLanguage({ id: items[3]?.id ?? "" })).toEqual(
      items[3],
    );
    await expectRefused([languages.createLanguage({ body: { storeId, code: "VI" } })], {
      code: "ALREADY_EXISTS",
      details: { field: "code" },
    });
  });

  test("always have one published default, even under concurrent changes", async ({ world }) => {
    const storeId = await seedStore(world);
    const { languages, stores } = await member(world, storeId, "ADMIN");
    const add = (code: "DE" | "FR") =>
      languages.createLanguage({ body: { storeId, code, isPublished: false } });
    const [de, fr] = [await add("DE"), await add("FR")];
    const [en] = (await languages.listLanguages({ storeId })).items;
    const hide = (id: string) => languages.updateLanguage({ id, body: { isPublished: false } });
    await expectRefused([hide(en?.id ?? ""), languages.deleteLanguage({ id: en?.id ?? "" })], {
      code: "DEFAULT_LANGUAGE",
    });
    await Promise.all(
      [de, fr].map(({ id }) => languages.updateLanguage({ id, body: { isDefault: true } })),
    );
    const { items } = await languages.listLanguages({ storeId });
    const main = items.filter(({ isDefault }) => isDefault);
    expect(main).toMatchObject([{ isPublished: true }]);
    const locale = `${main[0]?.code.toLowerCase()}-US`;
    expect(await stores.getStore({ id: storeId })).toMatchObject({ locale });
    await expectRefused([stores.updateStore({ id: storeId, body: { locale: "en-US" } })], {
      code: "VALIDATION_FAILED",
      details: [expect.objectContaining({ path: "locale" })],
    });
    const region = `${main[0]?.code.toLowerCase()}-CH`;
    await stores.updateStore({ id: storeId, body: { locale: region } });
    await expectRefused(
      [languages.deleteLanguage({ id: en?.id ?? "" }, { headers: { "if-match": '"9"' } })],
      { code: "EDIT_CONFLICT" },
    );
    await languages.deleteLanguage({ id: en?.id ?? "" });
    expect((await audited(world, en?.id ?? "")).at(-1)).toMatchObject({
      action: "DELETE",
      before: { code: "EN", translations: 0 },
    });
  });
});

describe("a translation", () => {
  test("is created, changed field by field, versioned, and deleted with its language", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { productId } = await seedProduct(world, storeId);
    const { languages } = await member(world, storeId, ["MANAGE_PRODUCTS", "MANAGE_SETTINGS"]);
    const { id: languageId } = await languages.createLanguage({ body: { storeId, code: "DE" } });
    const body = {
      storeId,
      entityType: "PRODUCT" as const,
      entityId: productId,
      languageCode: "DE" as const,
      fields: { name: "Kleid", description: "<p>Lang<script>x</script></p>" },
    };
    const made = await languages.createTranslation({ body });
    expect(made).toMatchObject({
      fields: { name: "Kleid", description: "<p>Lang</p>" },
      version: 1,
    });
    const ends = await Promise.allSettled([1, 2].map(() => languages.createTranslation({ body })));
    for (const end of ends)
      expect(end).toMatchObject({ reason: { code: "ALREADY_EXISTS", details: { id: made.id } } });
    const change = { id: made.id, body: { fields: { name: null, care: ["Kalt waschen"] } } };
    const stale = { headers: { "if-match": '"1"' } };
    expect(await languages.updateTranslation(change, stale)).toMatchObject({
      fields: { description: "<p>Lang</p>", care: ["Kalt waschen"] },
      version: 2,
    });
    await expectRefused([languages.updateTranslation(change, stale)], { code: "EDIT_CONFLICT" });
    await expectRefused(
      [languages.updateTranslation({ id: made.id, body: { fields: { price: "9" } } })],
      {
        code: "VALIDATION_FAILED",
        details: [{ path: "fields.price", message: "This field is unknown. Leave it out." }],
      },
    );
    const { rows } = await world.admin.query("select payload from shop.jobs where store_id = $1", [
      storeId,
    ]);
    expect(rows).toContainEqual({ payload: { tags: [`product:${productId}`, "lists"] } });
    await languages.deleteLanguage({ id: languageId });
    expect((await languages.listTranslations({ storeId })).total).toBe(0);
  });

  test("is limited to the store's own entities and additional languages", async ({ world }) => {
    const [storeId, other] = [await seedStore(world), await seedStore(world)];
    const foreign = await seedProduct(world, other);
    const own = await seedProduct(world, storeId);
    const { languages } = await member(world, storeId, "ADMIN");
    await languages.createLanguage({ body: { storeId, code: "DE" } });
    const translate = (over: object) =>
      languages.createTranslation({
        body: {
          storeId,
          entityType: "PRODUCT",
          entityId: own.productId,
          languageCode: "DE",
          fields: { name: "Kleid" },
          ...over,
        },
      });
    await expectRefused(
      [
        translate({ entityId: foreign.productId }),
        translate({ entityId: newId() }),
        translate({ entityType: "COLLECTION" }),
        translate({ entityType: "OPTION" }),
        translate({ entityType: "NAVIGATION", entityId: other }),
      ],
      { code: "NOT_FOUND" },
    );
    await expectRefused([translate({ languageCode: "FR" }), translate({ languageCode: "EN" })], {
      code: "VALIDATION_FAILED",
      details: [expect.objectContaining({ path: "languageCode" })],
    });
    await translate({
      entityType: "NAVIGATION",
      entityId: storeId,
      fields: { Dresses: "Kleider" },
    });
    await translate({ entityType: "OPTION", entityId: storeId, fields: { Black: "Schwarz" } });
  });

  test("of a draft, or into an unpublished language, is only visible to staff", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const { productId } = await seedProduct(world, storeId);
    const draft = await seedProduct(world, storeId);
    await world.admin.query("update shop.products set status = 'DRAFT' where id = $1", [
      draft.productId,
    ]);
    await owner.languages.createLanguage({ body: { storeId, code: "DE" } });
    await owner.languages.createLanguage({ body: { storeId, code: "FR", isPublished: false } });
    for (const entityId of [productId, draft.productId])
      for (const languageCode of ["DE", "FR"] as const)
        await owner.languages.createTranslation({
          body: { storeId, entityType: "PRODUCT", entityId, languageCode, fields: { name: "K" } },
        });
    expect((await owner.languages.listTranslations({ storeId })).total).toBe(4);
    const shown = await world.client().languages.listTranslations({ storeId });
    expect(shown.items).toMatchObject([{ entityId: productId, languageCode: "DE" }]);
    const some = {
      storeId,
      entityId: productId,
      entityType: "PRODUCT",
      languageCode: "FR",
    } as const;
    expect((await owner.languages.listTranslations(some)).total).toBe(1);
    const clerk = await member(world, storeId, "STAFF");
    expect((await clerk.languages.listTranslations({ storeId })).total).toBe(1);
  });

  test("that is missing is listed with its fields until it exists", async ({ world }) => {
    const storeId = await seedStore(world);
    const { languages, menus, products } = await member(world, storeId, "ADMIN");
    const { productId } = await seedProduct(world, storeId);
    await products.updateProduct({
      id: productId,
      body: { description: "<p>Long</p>", care: ["Wash cold"] },
    });
    await languages.createLanguage({ body: { storeId, code: "DE" } });
    const missing = (entityType?: "PRODUCT" | "NAVIGATION" | "OPTION" | "POLICY" | "COLLECTION") =>
      languages.listMissingTranslations({
        storeId,
        languageCode: "DE",
        ...(entityType && { entityType }),
      });
    expect((await missing()).items).toEqual([
      {
        entityType: "PRODUCT",
        entityId: productId,
        languageCode: "DE",
        name: "Slip dress",
        missing: ["name", "description", "care"],
      },
    ]);
    const { id } = await languages.createTranslation({
      body: {
        storeId,
        entityType: "PRODUCT",
        entityId: productId,
        languageCode: "DE",
        fields: { name: "Kleid", care: ["Kalt waschen"] },
      },
    });
    expect((await missing()).items[0]?.missing).toEqual(["description"]);
    await languages.updateTranslation({ id, body: { fields: { description: "<p>Lang</p>" } } });
    expect(await missing()).toMatchObject({ items: [], total: 0 });
    await languages.createLanguage({ body: { storeId, code: "FR" } });
    expect(await languages.listMissingTranslations({ storeId })).toMatchObject({
      items: [{ languageCode: "FR", missing: ["name", "description", "care"] }],
      total: 1,
    });
    for (const [at, field] of (
      ["seoTitle", "seoDescription", "metaDescription", "composition"] as const
    ).entries()) {
      await products.updateProduct({ id: productId, body: { [field]: "Silk" } });
      const { items, total } = await missing();
      expect([items[0]?.missing, total]).toEqual([[field], 1]);
      await languages.updateTranslation({ id, body: { fields: { [field]: `Seide ${at}` } } });
      expect(await missing()).toMatchObject({ items: [], total: 0 });
    }
    expect((await missing("NAVIGATION")).items[0]?.missing).toEqual(["Dresses"]);
    const below = [
      { label: "Coats", href: "/coats", children: [{ label: "Wool", href: "/wool" }] },
    ];
    const menu = { storeId, name: "main" as const };
    await menus.updateMenu({
      ...menu,
      body: { items: [{ label: "Shop", children: below }] },
    });
    expect((await missing("NAVIGATION")).items[0]?.missing).toEqual([
      "Coats",
      "Dresses",
      "Shop",
      "Wool",
    ]);
    await languages.createTranslation({
      body: {
        storeId,
        entityType: "NAVIGATION",
        entityId: storeId,
        languageCode: "DE",
        fields: { Shop: "Laden", Wool: "Wolle" },
      },
    });
    expect((await missing("NAVIGATION")).items[0]?.missing).toEqual(["Coats", "Dresses"]);
    const german = await world.client().menus.getMenu({ ...menu, language: "DE" });
    expect(german.items).toMatchObject([
      { label: "Laden", children: [{ label: "Coats", children: [{ label: "Wolle" }] }] },
    ]);
    expect((await world.client().menus.getMenu(menu)).items[0]?.label).toBe("Shop");
    expect((await missing("OPTION")).items[0]?.missing).toEqual(["M", "Size"]);
    expect((await missing("POLICY")).total + (await missing("COLLECTION")).total).toBe(0);
    expect((await languages.listMissingTranslations({ storeId, languageCode: "EN" })).total).toBe(
      0,
    );
  });
});
