import { describe, expect, test } from "vitest";
import {
  asSource,
  classicHeader,
  more,
  readRowsOf,
  type Row,
  shirt,
  sized,
  toCsv,
} from "./csv.fixture.ts";
import { readProductCsv } from "./read-product-csv.ts";

const url = "https://pictures.example/a.jpg";

describe("row errors", () => {
  const table: [string, Row[], number, string | null, RegExp][] = [
    ["no handle", [{ ...shirt, Handle: "" }], 2, "Handle", /is empty/],
    ["a handle of punctuation", [{ ...shirt, Handle: "!!!" }], 2, "Handle", /is not a handle/],
    ["no title", [{ ...shirt, Title: " " }], 2, "Title", /first row of a handle/],
    ["a long title", [{ ...shirt, Title: "x".repeat(256) }], 2, "Title", /255/],
    ["another title", [sized("S"), more("M", { Title: "Hat" })], 3, "Title", /"Hat" differs/],
    ["a text as price", [{ ...shirt, "Variant Price": "abc" }], 2, "Variant Price", /49\.90/],
    ["no price", [{ ...shirt, "Variant Price": "" }], 2, "Variant Price", /is empty/],
    ["a price below 0", [{ ...shirt, "Variant Price": "-1" }], 2, "Variant Price", /below 0/],
    ["a comma", [{ ...shirt, "Variant Price": "49,90" }], 2, "Variant Price", /decimal point/],
    ["thousands", [{ ...shirt, "Variant Price": "1.049,90" }], 2, "Variant Price", /point/],
    ["a currency sign", [{ ...shirt, "Variant Price": "$49" }], 2, "Variant Price", /without/],
    ["three decimals", [{ ...shirt, "Variant Price": "1.005" }], 2, "Variant Price", /decimals/],
    ["a huge price", [{ ...shirt, "Variant Price": "9e9" }], 2, "Variant Price", /not a price/],
    [
      "a price too high",
      [{ ...shirt, "Variant Price": "99999999" }],
      2,
      "Variant Price",
      /too large/,
    ],
    [
      "a bad compare-at price",
      [{ ...shirt, "Variant Compare At Price": "was 60" }],
      2,
      "Variant Compare At Price",
      /not a price/,
    ],
    [
      "half a unit",
      [{ ...shirt, "Variant Inventory Qty": "1.5" }],
      2,
      "Variant Inventory Qty",
      /whole number/,
    ],
    [
      "too many units",
      [{ ...shirt, "Variant Inventory Qty": "1000001" }],
      2,
      "Variant Inventory Qty",
      /more than 1,000,000/,
    ],
    [
      "an unknown policy",
      [{ ...shirt, "Variant Inventory Policy": "maybe" }],
      2,
      "Variant Inventory Policy",
      /deny nor continue/,
    ],
    ["a light text", [{ ...shirt, "Variant Grams": "light" }], 2, "Variant Grams", /weight/],
    ["a long SKU", [{ ...shirt, "Variant SKU": "x".repeat(121) }], 2, "Variant SKU", /120/],
    [
      "a long barcode",
      [{ ...shirt, "Variant Barcode": "x".repeat(61) }],
      2,
      "Variant Barcode",
      /60/,
    ],
    ["published perhaps", [{ ...shirt, Published: "perhaps" }], 2, "Published", /TRUE nor FALSE/],
    ["an unknown status", [{ ...shirt, Status: "gone" }], 2, "Status", /not a status/],
    ["taxed perhaps", [{ ...shirt, "Variant Taxable": "x" }], 2, "Variant Taxable", /TRUE/],
    [
      "a script's address",
      [{ ...shirt, "Image Src": "javascript:alert(1)" }],
      2,
      "Image Src",
      /http/,
    ],
    ["a file's address", [{ ...shirt, "Image Src": "file:///etc/passwd" }], 2, "Image Src", /http/],
    ["no address", [{ ...shirt, "Image Src": "a.jpg" }], 2, "Image Src", /https:\/\//],
    [
      "a password in an address",
      [{ ...shirt, "Image Src": "https://me:secret@a.example/b.jpg" }],
      2,
      "Image Src",
      /user name/,
    ],
    [
      "a long address",
      [{ ...shirt, "Image Src": `${url}?${"x".repeat(2000)}` }],
      2,
      "Image Src",
      /2,000/,
    ],
    [
      "a bad variant picture",
      [{ ...shirt, "Variant Image": "ftp://a/b" }],
      2,
      "Variant Image",
      /http/,
    ],
    [
      "a position of letters",
      [{ ...shirt, "Image Src": url, "Image Position": "first" }],
      2,
      "Image Position",
      /position/,
    ],
    ["the same variant twice", [sized("S"), more("S")], 3, "Option1 Value", /row 2/],
    ["the same in other letters", [sized("S"), more("s")], 3, "Option1 Value", /row 2/],
    [
      "an empty option",
      [sized("S"), more("", { "Variant SKU": "2" })],
      3,
      "Option1 Value",
      /"Size"/,
    ],
    [
      "another option",
      [sized("S"), more("M", { "Option1 Name": "Fit" })],
      3,
      "Option1 Name",
      /"Fit"/,
    ],
    [
      "a value without option",
      [{ ...sized("S"), "Option2 Value": "Red" }],
      2,
      "Option2 Value",
      /Option2 Name/,
    ],
    [
      "a gap in the options",
      [{ ...sized("S"), "Option3 Name": "Color", "Option3 Value": "Red" }],
      2,
      "Option3 Name",
      /fill in the options in order/,
    ],
    [
      "an option named twice",
      [{ ...sized("S"), "Option2 Name": "size", "Option2 Value": "S" }],
      2,
      "Option2 Name",
      /two options/,
    ],
    [
      "an option of the language",
      [{ ...shirt, "Option1 Name": "__proto__", "Option1 Value": "x" }],
      2,
      "Option1 Name",
      /cannot be/,
    ],
    ["a long option", [sized("x".repeat(121))], 2, "Option1 Value", /120/],
    [
      "a second variant without options",
      [shirt, more("", { "Variant SKU": "2" })],
      3,
      "Option1 Value",
      /no options/,
    ],
    [
      "a SKU twice in a product",
      [sized("S", { "Variant SKU": "A" }), more("M", { "Variant SKU": "A" })],
      3,
      "Variant SKU",
      /row 2/,
    ],
    [
      "a SKU twice in the file",
      [
        { ...shirt, "Variant SKU": "A" },
        { ...shirt, Handle: "hat", Title: "Hat", "Variant SKU": "A" },
      ],
      3,
      "Variant SKU",
      /row 2/,
    ],
    [
      "one address for two handles",
      [shirt, { ...shirt, Handle: "Linen Shirt" }],
      3,
      "Handle",
      /linen-shirt/,
    ],
    [
      "too many tags",
      [{ ...shirt, Tags: Array.from({ length: 101 }, (_, i) => `t${i}`).join() }],
      2,
      "Tags",
      /100/,
    ],
    ["a long tag", [{ ...shirt, Tags: "x".repeat(61) }], 2, "Tags", /60/],
    [
      "a long text",
      [{ ...shirt, "Body (HTML)": "x".repeat(150_000) }],
      2,
      "Body (HTML)",
      /100,000/,
    ],
    ["too many values", sizes(201), 2, "Option1 Value", /200 values/],
    ["too many variants", sizes(25, 21), 2, "Option1 Value", /500 variants/],
    ["stacked accents", [{ ...shirt, Title: `a${"\u0315".repeat(40)}` }], 2, "Title", /32 accents/],
    ["a NUL", [{ ...shirt, Title: "a\0b" }], 2, null, /NUL/],
  ];
  test.for(table)("%s", async ([, rows, row, column, message]) => {
    const { findings } = await readRowsOf(rows);
    expect(findings.errors).toEqual([{ row, column, message: expect.stringMatching(message) }]);
  });

  test("reading continues after an error, and each error has its line in the file", async () => {
    const rows = [
      { ...shirt, "Body (HTML)": "one\r\ntwo\r\n\r\nthree", "Variant Price": "x" },
      { ...shirt, Handle: "hat", Title: "", "Variant Price": "-4", "Variant Inventory Qty": "few" },
      { ...shirt, Handle: "belt", "Image Src": "nowhere" },
    ];
    for (const newline of ["\n", "\r\n"]) {
      const { findings } = await readProductCsv(
        asSource(toCsv(rows, classicHeader, newline)),
        "USD",
      );
      expect(findings.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([
        "2 Variant Price",
        "6 Title",
        "6 Variant Price",
        "6 Variant Inventory Qty",
        "7 Image Src",
      ]);
    }
  });

  test("100,000 rows are read as a stream", async () => {
    const { rows, products, findings } = await readProductCsv(manyRows(), "USD");
    expect([rows, products.length]).toEqual([100_000, 10_000]);
    expect(findings.errors).toMatchObject([{ row: 100_001, column: "Variant Price" }]);
  });

  test("prices can have as many decimals as the currency", async () => {
    expect(await priceOf("4990", "JPY")).toBe(4990);
    expect(await priceOf("4990.00", "JPY")).toBe(4990);
    expect(await priceOf("49.5", "JPY")).toMatch(/JPY has \(0\)/);
    expect(await priceOf("1.005", "KWD")).toBe(1005);
    expect(await priceOf("0", "USD")).toBe(0);
    expect(await priceOf("49.900", "USD")).toBe(4990);
    expect(await priceOf("19.99", "USD")).toBe(1999);
  });
});

describe("files that are not CSV", () => {
  const header = toCsv([]);
  const table: [string, string | Uint8Array, number, RegExp][] = [
    ["empty", "", 1, /is empty/],
    ["blank lines", "\n\n\n", 1, /is empty/],
    ["a header alone", header, 1, /no products/],
    ["another table", "Name,E-mail\nAnna,a@b.example\n", 1, /this column is missing/],
    ["semicolons", "Handle;Title;Variant Price\na;A;1\n", 1, /semicolons/],
    ["tabs", "Handle\tTitle\na\tA\n", 1, /tabs/],
    ["a column twice", "Handle,Title,URL handle\na,A,a\n", 1, /twice/],
    ["a workbook", Buffer.from("PK\x03\x04rest of it", "latin1"), 1, /Excel/],
    ["a picture", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), 1, /not a CSV|UTF-8/],
    ["UTF-16", Buffer.from(`\uFEFF${toCsv([shirt])}`, "utf16le"), 1, /UTF-16/],
    ["UTF-16 without a mark", Buffer.from(toCsv([shirt]), "utf16le"), 1, /UTF-16/],
    [
      "Latin-1",
      Buffer.from(toCsv([shirt, { ...shirt, Handle: "cafe", Title: "Café" }]), "latin1"),
      3,
      /not in UTF-8/,
    ],
    ["cut in a character", Buffer.from(`${toCsv([shirt])}caf\u00e9`).subarray(0, -1), 3, /UTF-8/],
    ["an open quote", `Handle,Title,Variant Price\na,A,1\n\nb,"B,2\nc,C,3\n`, 4, /never closed/],
    ["a row with more cells", "Handle,Title,Variant Price\na,A,1\nb,B, and C,2\n", 3, /4 cells/],
  ];
  test.for(table)("%s", async ([, file, row, message]) => {
    const { findings } = await readProductCsv(asSource(file), "USD");
    expect(findings.errors[0]).toEqual({
      row,
      column: findings.errors[0]?.column,
      message: expect.stringMatching(message),
    });
  });

  test("a quotation mark that is never closed does not fill the memory", async () => {
    const { findings } = await readProductCsv(endless(), "USD");
    expect(findings.errors).toEqual([
      { row: 2, column: null, message: expect.stringMatching(/more than 2 MB/) },
    ]);
  });
});

async function priceOf(text: string, currency: string) {
  const { products, findings } = await readRowsOf([{ ...shirt, "Variant Price": text }], currency);
  return findings.errors[0]?.message ?? products[0]?.variants[0]?.price;
}

async function* endless() {
  yield Buffer.from('Handle,Title\na,"');
  const chunk = Buffer.alloc(1024 * 1024, "x\n");
  for (let i = 0; i < 10_000; i += 1) yield chunk;
}

/** Returns the rows of a product with this many sizes in each color. */
function sizes(count: number, colors = 1): Row[] {
  return Array.from({ length: count * colors }, (_, i) => {
    const values = {
      "Option1 Value": `S${i % count}`,
      "Option2 Value": `C${Math.floor(i / count)}`,
    };
    return i === 0 ? sized("S0", { "Option2 Name": "Color", ...values }) : more("S", values);
  });
}

async function* manyRows() {
  yield Buffer.from("Handle,Title,Option1 Name,Option1 Value,Variant Price\n");
  for (let i = 0; i < 10_000; i += 1) {
    const rows = Array.from({ length: 10 }, (_, n) => {
      const price = i === 9999 && n === 9 ? "free" : "10";
      return n === 0 ? `h-${i},Piece ${i},Size,S0,${price}` : `h-${i},,,S${n},${price}`;
    });
    yield Buffer.from(`${rows.join("\n")}\n`);
  }
}

describe("a file crafted to be expensive", () => {
  test("with too many columns is rejected by its header, and its rows are not read", async () => {
    const { findings } = await read(`Handle,Title${",a".repeat(1_000)}\n${"a,b\n".repeat(9)}`);
    expect(findings.errors).toEqual([
      {
        row: 1,
        column: null,
        message: "the file has more than 1,000 columns: remove the unused ones",
      },
    ]);
    expect(findings.warnings).toEqual([]);
  });

  test("with too many rows of one product is rejected, and the extra rows are not kept in memory", async () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => ({
      ...(i === 0 ? sized("0") : more(String(i))),
      "Image Src": `${url}?${i}`,
    }));
    const { findings, products } = await read(toCsv(rows));
    expect(findings.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("more than 500 variants"),
      expect.stringContaining("more than 200 values"),
      expect.stringContaining("more than 250 pictures"),
    ]);
    expect(products.map(({ variants, images }) => [variants.length, images?.length])).toEqual([
      [501, 251],
    ]);
  });

  test("with an oversized cell is rejected before the cell is parsed", async () => {
    const { findings } = await read(toCsv([{ ...shirt, Tags: "a,".repeat(100_001) }]));
    expect(findings.errors).toEqual([
      {
        row: 2,
        column: "Tags",
        message: "this cell has more than 200,000 characters: shorten it",
      },
    ]);
  });
});

function read(text: string) {
  return readProductCsv(asSource(text, 65_536), "USD");
}
