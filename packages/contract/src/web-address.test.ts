import { describe, expect, test } from "vitest";
import { isShortHost, parseUrl, WebUrl } from "./web-address.ts";

const long = "一二三四五".repeat(200);

describe("a URL from an untrusted source", () => {
  test.each([
    "https://shop.example/a?b=c#d",
    "https://user:secret@shop.example:8443/",
    "http://[::1]:3000/",
    "https://münchen.example/straße",
    "mailto:ada@shop.example",
    `https://shop.example/${"a".repeat(3900)}`,
  ])("is parsed as the platform does: %.60s", (text) => {
    expect(parseUrl(text)?.href).toBe(new URL(text).href);
  });

  test("is resolved against a base", () => {
    expect(parseUrl("/a", "https://shop.example/b")?.href).toBe("https://shop.example/a");
    expect(parseUrl(`${"a".repeat(300)}.webp`, "https://shop.example/")?.pathname).toHaveLength(
      306,
    );
  });

  test.each([
    `https://${long}/`,
    `https:${long}/`,
    `https:\\\\${long}`,
    `ht\ttps:/\n/${long}`,
    ` \u0000https://${long}?`,
    `https://user@name@${long}:80/`,
    `//${long}/`,
    `https://${encodeURIComponent(long.slice(0, 100))}/`,
    `https://${"ab.".repeat(100)}example/`,
    `https://shop.example/${"a".repeat(4000)}`,
  ])("is refused if its host or the whole is longer than any real one: %.40j", (text) => {
    expect(parseUrl(text, "https://shop.example")).toBeNull();
  });

  test("has a host of labels of at most 63 characters", () => {
    expect(isShortHost(`${"a".repeat(63)}.example:8443`)).toBe(true);
    expect(isShortHost(`${"a".repeat(64)}.example`)).toBe(false);
  });

  test("has one of the schemes that a field allows", () => {
    const schema = WebUrl(["http", "https"], 2000);
    expect(schema.parse(" https://shop.example/a b ")).toBe("https://shop.example/a b");
    for (const text of [
      "ftp://shop.example",
      "shop.example",
      "javascript:alert(1)",
      `https://${long}`,
    ])
      expect(schema.safeParse(text).error?.issues[0]?.message).toBe(
        "Use a complete address that begins with http:// or https://.",
      );
  });
});
