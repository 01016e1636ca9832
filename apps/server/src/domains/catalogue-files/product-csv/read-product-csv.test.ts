import { describe, expect, test } from "vitest";
import {
  asSource,
  classicHeader,
  more,
  newHeader,
  readProduct,
  readRowsOf,
  type Row,
  shirt,
  sized,
  toCsv,
} from "./csv.fixture.ts";
import { readProductCsv } from "./read-product-csv.ts";

const url = "https://pictures.example/a.jpg";

/** A product whose text has this many letters and exported line ends. */
const withEnds = (letters: number, ends: number) => ({
  ...shirt,
  "Body (HTML)": "a".repeat(letters) + "&#10;".repeat(ends) + "b",
});

describe("reading a product file", () => {
  test("counts the line ends of an exported text as one byte each", async () => {
    const { findings } = await readRowsOf([withEnds(25_000, 14_900)]);
    expect(findings.errors).toEqual([]);
    const long = await readRowsOf([withEnds(25_000, 15_000)]);
    expect(long.findings.errors).toMatchObject([{ row: 2, column: "Body (HTML)" }]);
  });

  test("reads every field of a product", async () => {
    const product = await readProduct({
      ...sized("M"),
      "Body (HTML)": '<p onclick="x()">Linen &amp; air</p><script>alert(1)</script>',
      Vendor: "Tessitura",
      Type: "Shirts",
      Tags: "women, Linen, women,",
      "Option2 Name": "Color",
      "Option2 Value": "Off White",
      "Variant SKU": "=1+1",
      "Variant Grams": "310",
      "Variant Inventory Qty": "7",
      "Variant Compare At Price": "60",
      "Variant Barcode": "'4006381333931",
      "Image Src": url,
      "Image Alt Text": "On a chair",
      "SEO Title": "A shirt",
      "SEO Description": "Of <b>linen</b> & air",
      Status: "draft",
    });
    expect(product).toEqual({
      row: 2,
      link: "linen-shirt",
      name: "Linen Shirt",
      description: "<p>Linen &amp; air</p>",
      vendor: "Tessitura",
      category: "tops",
      type: "shirts",
      department: undefined,
      suggested: { category: "tops", department: "women" },
      tags: ["women", "Linen"],
      status: "DRAFT",
      seoTitle: "A shirt",
      metaDescription: "Of linen & air",
      optionNames: ["Size", "Color"],
      variants: [
        {
          row: 2,
          options: { Size: "M", Color: "Off White" },
          sku: "=1+1",
          barcode: "'4006381333931",
          price: 4990,
          regularPrice: 6000,
          weightGrams: 310,
          quantity: 7,
        },
      ],
      images: [{ row: 2, url, alt: "On a chair", color: undefined }],
    });
  });

  test("reads the current headers like the earlier ones", async () => {
    const rows = [sized("S", { "Image Src": url, Tags: "men", Status: "active" }), more("M")];
    const renamed = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, text]) => [newHeader[name] ?? name, text]),
      ),
    );
    const header = classicHeader.map((name) => newHeader[name] ?? name);
    const before = await readRowsOf(rows);
    const after = await readProductCsv(asSource(`\uFEFF${toCsv(renamed, header, "\r\n")}`), "USD");
    expect(after.findings.errors).toEqual([]);
    expect(after.products).toEqual(before.products);
  });

  test("leaves the fields of missing columns undefined", async () => {
    const { products } = await readProductCsv(asSource("Handle,Title\na-hat,A Hat\n"), "USD");
    expect(products[0]).toEqual({
      row: 2,
      link: "a-hat",
      name: "A Hat",
      type: "",
      suggested: { category: "accessories", department: null },
      optionNames: [],
      variants: [{ row: 2, options: {} }],
    });
  });

  test("reads pictures by position, each once, with the color of their variants", async () => {
    const product = await readProduct(
      {
        ...shirt,
        "Option1 Name": "Colour",
        "Option1 Value": "Navy",
        "Image Src": `${url}?3`,
        "Image Position": "3",
        "Variant Image": `${url}?1`,
      },
      more("Sand", { "Variant Image": `${url}?new` }),
      { Handle: "linen-shirt", "Image Src": `${url}?1`, "Image Position": "1" },
      { Handle: "linen-shirt", "Image Src": `${url}?2`, "Image Position": "2" },
      { Handle: "linen-shirt", "Image Src": `${url}?2`, "Image Position": "4" },
    );
    expect(product.variants).toHaveLength(2);
    expect(product.images?.map((image) => [image.url.split("?")[1], image.color])).toEqual([
      ["1", "Navy"],
      ["2", undefined],
      ["3", undefined],
      ["new", "Sand"],
    ]);
  });

  test("shows the whole product with a picture that belongs to several colors", async () => {
    const both = { "Variant Image": url };
    const product = await readProduct(
      { ...shirt, "Option1 Name": "Color", "Option1 Value": "Navy", ...both },
      { ...more("Sand"), ...both },
    );
    expect(product.images).toEqual([{ row: 2, url, alt: null, color: null }]);
  });

  test("keeps paragraphs of plain text, and reads every cell as text", async () => {
    const product = await readProduct({
      ...shirt,
      "Body (HTML)": "Cut wide.\n\nSize < 40 & up\nto 50",
      Title: '=HYPERLINK("http://x")',
    });
    expect(product.description).toBe("<p>Cut wide.</p><p>Size &lt; 40 &amp; up<br />to 50</p>");
    expect(product.name).toBe('=HYPERLINK("http://x")');
  });

  const statuses: [string, string, string | undefined][] = [
    ["", "", "ACTIVE"],
    ["TRUE", "", "ACTIVE"],
    ["false", "", "DRAFT"],
    ["", "Draft", "DRAFT"],
    ["TRUE", "archived", "ARCHIVED"],
    ["FALSE", "active", "DRAFT"],
    ["TRUE", "unlisted", "DRAFT"],
  ];
  test.for(statuses)(
    "reads published %o and status %o as %o",
    async ([published, status, expected]) => {
      const product = await readProduct({ ...shirt, Published: published, Status: status });
      expect(product.status).toBe(expected);
    },
  );

  test("reads weights in every unit", async () => {
    const header = ["Handle", "Title", "Variant Price", "Variant Weight", "Variant Weight Unit"];
    const weigh = async (weight: string, unit: string) => {
      const row = { ...shirt, "Variant Weight": weight, "Variant Weight Unit": unit };
      const { products, findings } = await readProductCsv(asSource(toCsv([row], header)), "USD");
      return findings.errors[0]?.column ?? products[0]?.variants[0]?.weightGrams;
    };
    expect(await weigh("0.35", "kg")).toBe(350);
    expect(await weigh("350", "g")).toBe(350);
    expect(await weigh("2", "lb")).toBe(907);
    expect(await weigh("8", "oz")).toBe(227);
    expect(await weigh("0", "kg")).toBe(null);
    expect(await weigh("1", "stone")).toBe("Variant Weight Unit");
  });

  test("reads __proto__ and similar names as ordinary words", async () => {
    const rows = ["__proto__", "constructor", "toString"].map((word) =>
      Object.assign({}, shirt, { Handle: word, Title: word, Tags: word, Type: word }),
    );
    const { products, findings } = await readRowsOf(rows);
    expect(findings.errors).toEqual([]);
    expect(products.map(({ link }) => link)).toEqual(["proto", "constructor", "tostring"]);
    expect(products.map(({ category }) => category)).toEqual([
      "__proto__",
      "constructor",
      "tostring",
    ]);
    expect(({} as Record<string, unknown>)["Title"]).toBeUndefined();
  });
});

describe("warnings", () => {
  const table: [string, Row, string | null, RegExp][] = [
    [
      "no reduction",
      { "Variant Compare At Price": "49.90" },
      "Variant Compare At Price",
      /not higher/,
    ],
    ["a lower one", { "Variant Compare At Price": "10" }, "Variant Compare At Price", /not higher/],
    [
      "stock below 0",
      { "Variant Inventory Qty": "-2", "Variant Inventory Tracker": "shopify" },
      "Variant Inventory Qty",
      /imported as 0/,
    ],
    [
      "stock not counted",
      { "Variant Inventory Qty": "2" },
      "Variant Inventory Tracker",
      /not tracked/,
    ],
    ["a gift card", { "Gift Card": "TRUE" }, "Gift Card", /ordinary product/],
    ["free of tax", { "Variant Taxable": "FALSE" }, "Variant Taxable", /tax class/],
    ["a script", { "Body (HTML)": "<script>1</script>" }, "Body (HTML)", /removed/],
    ["a handle in capitals", { Handle: "Linen_Shirt" }, "Handle", /lowercase/],
    ["unlisted", { Status: "unlisted" }, "Status", /drafts/],
  ];
  test.for(table)("%s", async ([, over, column, message]) => {
    const { findings } = await readRowsOf([{ ...shirt, ...over }]);
    expect(findings).toMatchObject({
      errors: [],
      warnings: [{ rows: [2], column, message: expect.stringMatching(message) }],
    });
  });

  test("ignored columns are listed once, Shopify's own only if they have values", async () => {
    const header = [...classicHeader, "Cost per item", "Price / International", "My notes"];
    const rows = [1, 2].map((n) =>
      Object.assign({}, shirt, { Handle: `hat-${n}`, "Cost per item": `${n}`, "My notes": "x" }),
    );
    const { findings } = await readProductCsv(asSource(toCsv(rows, header)), "USD");
    expect(findings.warnings.map(({ message }) => message)).toEqual([
      'unknown columns, ignored: "My notes"',
      'columns that the import does not use, ignored: "Cost per item"',
    ]);
  });

  test("a row with only a handle is ignored", async () => {
    const { products, findings } = await readRowsOf([shirt, { Handle: "linen-shirt" }]);
    expect(products[0]?.variants).toHaveLength(1);
    expect(findings.warnings[0]).toMatchObject({
      rows: [3],
      message: expect.stringMatching(/neither/),
    });
  });
});
