import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { formatted, recordTexts } from "../lib/formats.ts";
import { passPlainData } from "./pass-plain-data.ts";
import { isPlainData, plainDataScript } from "./plain-data.server.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the loader data in a page", () => {
  test("becomes the router's list before the page is hydrated", () => {
    const data = { a: ["</script>", "</script>", { a: 1.5 }], b: null, c: [true, "\u2028&"] };
    const { sent, closed } = run(plainDataScript(data, {}, "n"));
    expect(valueOf(JSON.parse(sent) as unknown[])).toEqual(data);
    expect(sent.endsWith("\n")).toBe(true);
    expect(closed).toBe(true);
  });

  test("can't end its script, and keeps other tags unchanged", () => {
    const script = plainDataScript({ a: "<p>x</p><!--<script></script>" }, {}, "n");
    expect(script).toContain('"a":"<p>x\\x3c/p>\\x3c!--<script>\\x3c/script>"');
    expect(valueOf(JSON.parse(run(script).sent) as unknown[])).toEqual({
      a: "<p>x</p><!--<script></script>",
    });
  });

  const circle: Record<string, unknown> = {};
  circle["itself"] = circle;
  test.each([
    ["a promise", { a: Promise.resolve(1) }],
    ["a date", { a: new Date(0) }],
    ["undefined", { a: undefined }],
    ["an array with a hole", { a: Array.of<unknown>(1).concat(Array(1)) }],
    ["a number that JSON can't represent", { a: [Number.NaN] }],
    ["minus nothing", { a: -0 }],
    ["a large integer", { a: 1n }],
    ["an error", { errors: { root: new Error("no") } }],
    ["a key named like a prototype", { a: JSON.parse('{"__proto__":1}') as unknown }],
    ["an object with toJSON", { toJSON: "x" }],
    ["a circular reference", circle],
  ])("is left to the router if it contains %s", (_, data) => {
    expect(isPlainData(data)).toBe(false);
  });
});

describe("the texts that the server formatted", () => {
  test("are in the page, and the browser doesn't format them again", () => {
    const { result, texts } = recordTexts(() => [
      formatted("en-US USD", 9.5, () => "$9.50"),
      formatted("en-US country", "US", () => "</script>"),
    ]);
    expect(result).toEqual(["$9.50", "</script>"]);
    const { formattedTexts } = run(plainDataScript({}, texts, "n"));
    vi.stubGlobal("formattedTexts", formattedTexts);
    expect(formatted("en-US USD", 9.5, unused)).toBe("$9.50");
    expect(formatted("en-US country", "US", unused)).toBe("</script>");
  });

  test("are used for their own format and value only", () => {
    vi.stubGlobal("formattedTexts", { "en-US USD": { 9.5: "$9.50" } });
    expect(formatted("de-DE EUR", 9.5, () => "9,50 €")).toBe("9,50 €");
    expect(formatted("en-US USD", 9, () => "$9.00")).toBe("$9.00");
  });

  test("don't include those of another page, even if rendering failed", () => {
    expect(() => recordTexts(() => formatted("en-US USD", 1, unused))).toThrow("Formatted again.");
    formatted("en-US USD", 2, () => "$2.00");
    expect(recordTexts(() => formatted("en-US USD", 3, () => "$3.00")).texts).toEqual({
      "en-US USD": { 3: "$3.00" },
    });
  });
});

function unused(): never {
  throw new Error("Formatted again.");
}

/** Runs the page's scripts, and returns the data that they pass to the router. */
function run(html: string): { sent: string; closed: boolean; formattedTexts?: unknown } {
  const handed = { sent: "", closed: false };
  const streamController = {
    enqueue: (text: string) => (handed.sent += text),
    close: () => (handed.closed = true),
  };
  const window = { __reactRouterContext: { streamController }, formattedTexts: undefined };
  for (const [, code] of html.matchAll(/<script nonce="n">([\s\S]*?)<\/script>/g))
    runInNewContext(code ?? "", window);
  vi.stubGlobal("window", window);
  passPlainData();
  return { ...handed, formattedTexts: window.formattedTexts };
}

/** Decodes the router's numbered list. */
function valueOf(list: readonly unknown[], index = 0): unknown {
  if (index === -5) return null;
  const value = list[index];
  if (Array.isArray(value)) return value.map((item) => valueOf(list, item as number));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      list[Number(key.slice(1))],
      valueOf(list, item as number),
    ]),
  );
}
