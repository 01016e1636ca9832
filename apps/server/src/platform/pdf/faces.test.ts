import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { faceFor } from "./faces.ts";
import { lineOf } from "./set-text.ts";
import { drawStart, openPdf, openSheet, styles } from "./sheet.ts";
import { unpackWoff } from "./unpack-woff.ts";

const shownBy = (text: string, typeface: "text" | "bold" | "display" = "text") =>
  Array.from(text, (letter) => faceFor(typeface, letter)?.name.split("/")[1]);

test("each character is shown in the brand's font or, if that lacks it, in another", () => {
  expect(new Set(shownBy("Zoë Łukasiewicz $€£¥₫−·"))).toEqual(new Set(["hanken-grotesk"]));
  expect(new Set(shownBy("ΩмегаЖ₹₺₩₪ệनम"))).toEqual(new Set(["noto-sans"]));
  expect(new Set(shownBy("محمد"))).toEqual(new Set(["noto-sans-arabic"]));
  expect(new Set(shownBy("שלום"))).toEqual(new Set(["noto-sans-hebrew"]));
  expect(new Set(shownBy("山田太郎한국어สวัสดี😀"))).toEqual(new Set(["unifontex"]));
  expect(new Set(shownBy("SÉŁЖΩ", "display"))).toEqual(new Set(["sofia-sans-extra-condensed"]));
  expect(faceFor("bold", "\u{10FFFD}")).toBeNull();
});

test("a letter and its accent use one font", () => {
  expect(faceFor("text", "q\u0302")?.name).toBe(faceFor("text", "q\u0302")?.name);
  expect(faceFor("text", "ж\u0301")?.name).toMatch(/noto-sans|unifontex/);
});

test("invalid WOFF files are rejected", () => {
  expect(() => unpackWoff(Buffer.from("wOF2 and so on, and so on, and so on, and so on"))).toThrow(
    "this is not a WOFF file",
  );
  const require = createRequire(import.meta.url);
  const file = readFileSync(
    require.resolve("@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff"),
  );
  const font = unpackWoff(file);
  expect(font.length).toBe(file.readUInt32BE(16));
  expect(font.readUInt32BE(0)).toBe(0x00010000);
});

test("combining marks for which a font has no anchor are set without one", () => {
  const font = faceFor("text", "q\u0302")?.font;
  expect(font?.layout(`q${"\u0302".repeat(20)}`).positions).toHaveLength(21);
});

/** The text of a PDF with this line, as it is copied, searched and read aloud. */
async function readBack(text: string, style: keyof typeof styles): Promise<string> {
  const facts = { language: "en-US", paper: "A4", title: "", author: "" } as const;
  const { doc, bytes } = openPdf({ ...facts, madeAt: new Date(0) });
  drawStart(openSheet(doc, "en-US", null), lineOf(doc, text, styles[style]), styles[style]);
  doc.end();
  const pdf = await getDocumentProxy(new Uint8Array(await bytes));
  return (await extractText(pdf, { mergePages: true })).text;
}

test.each(["running", "text", "strong"] as const)(
  "letters of %s text stay readable after a document has drawn them as parts of other letters",
  async (style) => {
    const accented = "ÀÉÎÕÜàéîõüÇçÑñŠšŽž";
    expect(await readBack(accented, style)).toBe(accented);
    const plain = "AEIOUaeiouCcNnSsZz DGDE-TK45";
    expect(await readBack(plain, style)).toBe(plain);
    expect(await readBack(accented, style)).toBe(accented);
  },
);

test("a glyph that two characters share reads as the character in the document", async () => {
  for (const text of ["a\u2010b", "a-b", "1 \u2126", "1 \u03a9", "a\u2010b"])
    expect(await readBack(text, "text")).toBe(text.normalize("NFC"));
});
