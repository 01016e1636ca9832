import { basePath } from "@vetrina/contract/api";
import { describe, expect } from "vitest";
import { test } from "#tests/world.ts";
import { parseQuery } from "./query-fields.ts";

const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=${n}`).join("&");

/** Returns the processor time in microseconds to parse a query fifty times that contains this field 400 times. */
function cost(field: string): number {
  const query = `${field}&`.repeat(400);
  const began = process.threadCpuUsage();
  for (let n = 0; n < 50; n += 1) parseQuery(query);
  const { user, system } = process.threadCpuUsage(began);
  return user + system;
}

describe("a query of thousands of fields", () => {
  test("is parsed only at its beginning", () => {
    expect(Object.keys(parseQuery(fields(3000)))).toHaveLength(400);
    expect(Object.keys(parseQuery("&".repeat(3000) + fields(1)))).toHaveLength(0);
    expect({ ...parseQuery("a=1&b=%C3%A9+x&a=2&c") }).toEqual({ a: ["1", "2"], b: "é x", c: "" });
  });

  test("costs no more with malformed escapes, for each of which Node's own parser makes an error", () => {
    cost("%41=%41");
    expect(cost("%ff=%ff")).toBeLessThan(10 * cost("%41=%41"));
  });

  test("is refused by calls", async ({ world }) => {
    const path = `${basePath}/system/version`;
    const ask = async (url: string) => {
      const { statusCode, body } = await world.app.inject({ method: "GET", url });
      return { statusCode, message: (JSON.parse(body) as { message?: string }).message };
    };
    expect(await ask(`${path}?${fields(400)}`)).toMatchObject({ statusCode: 200 });
    expect(await ask(`${path}?${fields(401)}`)).toEqual({
      statusCode: 400,
      message: "Send at most 400 query parameters.",
    });
    expect(await ask(`/health/live?${fields(3000)}`)).toMatchObject({ statusCode: 200 });
  });
});
