import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { plainData } from "./plain-data.server.ts";

describe("the data of loaders in a page", () => {
  test("is the same list again once the page's script has run", () => {
    const list = [{ _1: 2, _4: -5 }, "a", [3, 3, 5], "</script>", "b", { _1: 6 }, 1.5];
    const html = page(list);
    const plain = plainData(html);
    expect(plain).not.toBe(html);
    expect(plain).toContain('"a":["\\u003c/script\\u003e"');
    const sent = run(plain);
    expect(valueOf(JSON.parse(sent) as unknown[])).toEqual({
      a: ["</script>", "</script>", { a: 1.5 }],
      b: null,
    });
    expect(sent.endsWith("\n")).toBe(true);
  });

  test.each([
    ["a promise", [{ _1: 2 }, "a", ["P", 2]]],
    ["a date", [{ _1: 2 }, "a", ["D", 0]]],
    ["undefined", [{ _1: -7 }, "a"]],
    ["a prototype's name", [{ _1: 2 }, "__proto__", 1]],
  ])("stays as it is with %s in it", (_, list) => {
    expect(plainData(page(list))).toBe(page(list));
  });

  test("of a page without any stays nothing", () => {
    expect(plainData("<p>No script</p>")).toBe("<p>No script</p>");
  });
});

function page(list: unknown): string {
  const text = JSON.stringify(`${JSON.stringify(list)}\n`).replaceAll("<", "\\u003c");
  return `<script>window.__reactRouterContext.streamController.enqueue(${text});</script>`;
}

/** What the page's script hands to the router. */
function run(html: string): string {
  let sent = "";
  const streamController = { enqueue: (text: string) => (sent += text) };
  runInNewContext(html.slice("<script>".length, -"</script>".length), {
    window: { __reactRouterContext: { streamController } },
  });
  return sent;
}

/** As the router reads it. */
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
