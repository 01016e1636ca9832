import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineTooLarge, parseLong } from "./parse-long.ts";

const parse = (json: string) => parseLong(Buffer.from(json));
/** Fills a chunk, so that the next comma of the list or object begins another chunk. */
const filler = JSON.stringify("x".repeat(40_000));

describe("a long line is parsed in chunks", () => {
  test("to the same value as in one call", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(fc.oneof(text, fc.record({ a: text, b: fc.constant(["x".repeat(20_000)]) }))),
      fc.dictionary(text, fc.constant('\\"'.repeat(10_000)), { noNullPrototype: true }),
    );
    const record = fc.dictionary(text, value, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(record, fc.constantFrom(0, 1), async (each, indent) => {
        const json = JSON.stringify(each, null, indent);
        expect(await parse(json)).toEqual(JSON.parse(json));
      }),
      { numRuns: 50 },
    );
  });

  test("even where a block ends in an escape or in a character of several bytes", async () => {
    for (let shift = 0; shift < 8; shift += 1) {
      const json = JSON.stringify({ a: "x".repeat(shift), b: ['\\"漢'.repeat(30_000), 1] });
      expect(await parse(json)).toEqual(JSON.parse(json));
    }
  });

  test("and invalid JSON is rejected, wherever it is cut", async () => {
    const broken = [
      `{"a":[${filler},]}`,
      `{"a":[${filler},,1]}`,
      `{"a":{"b":${filler},}}`,
      `{"a":{"b":${filler},"c"}}`,
      `{"a":[${filler},1}`,
      `{"a":[${filler}}]`,
      `{"a":{"b":${filler}]}`,
      `{"a":[${filler},{]]}`,
      `{"a":[${filler},1]`,
      `{"a":[${filler}]}}`,
      `{"a":[${filler}]}{"b":[1]}`,
      `{"a":[${filler}] 1}`,
      `{"a":[1]${filler}}`,
      `{"a":[1][${filler}]}`,
      `{"a":${filler.slice(0, -1)}}`,
      `]${filler}`,
    ];
    for (const json of broken) {
      expect(() => JSON.parse(json) as unknown).toThrow(SyntaxError);
      expect(await parse(json), `${json.slice(0, 9)} ${json.slice(-9)}`).toBeUndefined();
    }
  });

  test("and a field named __proto__ is an ordinary field", async () => {
    const read = await parse(`{"a":{"b":${filler},"__proto__":{"isAdmin":true}}}`);
    const { a } = read as { a: object };
    expect(Object.keys(a)).toEqual(["b", "__proto__"]);
    expect(Object.getPrototypeOf(a)).toBe(Object.prototype);
  });

  test.each(
    Object.entries({
      "too many fields": `{${Array.from({ length: 9000 }, (_, i) => `"k${i}":1`).join()}}`,
      "an object with too many fields": `{"a":{${Array.from({ length: 21_000 }, (_, i) => `"${i}":1`).join()}}}`,
      "an element with too many values": `{"a":[1,[${"{},".repeat(9000)}{}]]}`,
      "too many values": `{"a":[${"{},".repeat(700_000)}{}]}`,
      "a text that is too long": `{"a":"${"x".repeat(1_100_000)}"}`,
      "texts that are too long together": `{${Array.from({ length: 9 }, (_, i) => `"k${i}":"${"x".repeat(200_000)}"`).join()}}`,
      "an element that is too long": `{"a":[1,"${"x".repeat(1_100_000)}"]}`,
    }),
  )("unless it has %s", async (_, json) => {
    await expect(parse(json)).rejects.toThrow(LineTooLarge);
  });
});
