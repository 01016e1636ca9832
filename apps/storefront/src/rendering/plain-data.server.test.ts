import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { plainDataScripts } from "./plain-data.server.ts";

describe("the loader data in a page", () => {
  test("becomes the router's list once the page's scripts have run", () => {
    const data = { a: ["</script>", "</script>", { a: 1.5 }], b: null, c: [true, "\u2028&"] };
    const scripts = plainDataScripts(data, "n") ?? "";
    expect(scripts).toContain('"a":["\\x3c/script>"');
    const { sent, closed } = run(scripts);
    expect(valueOf(JSON.parse(sent) as unknown[])).toEqual(data);
    expect(sent.endsWith("\n")).toBe(true);
    expect(closed).toBe(true);
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
    expect(plainDataScripts(data, "n")).toBeUndefined();
  });
});

/** What the page's scripts pass to the router. */
function run(html: string): { sent: string; closed: boolean } {
  const handed = { sent: "", closed: false };
  const streamController = {
    enqueue: (text: string) => (handed.sent += text),
    close: () => (handed.closed = true),
  };
  for (const [, code] of html.matchAll(/<script nonce="n">([\s\S]*?)<\/script>/g))
    runInNewContext(code ?? "", { window: { __reactRouterContext: { streamController } } });
  return handed;
}

/** The data as the router reads it. */
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
