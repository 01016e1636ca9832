import { afterEach, describe, expect, test, vi } from "vitest";
import { currentPath, goToLogin, pageOrigin, safeReturnTo } from "./page-location.ts";

afterEach(() => vi.unstubAllGlobals());

function standAt(url: string) {
  const { origin, pathname, search, hash } = new URL(url);
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal("document", {});
  vi.stubGlobal("location", { origin, pathname, search, hash, assign });
  return assign;
}

test.each([
  ["/checkout?step=2#pay", "/checkout?step=2#pay"],
  ["/", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["", "/"],
  [undefined, "/"],
])("safeReturnTo(%j) is %j", (path, safe) => expect(safeReturnTo(path)).toBe(safe));

test.each([
  "/%2F%2Fevil.example",
  "/%5Cevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/@evil.example",
  "/\\\\evil.example",
  "\\\\evil.example",
  "/\n/evil.example",
  "/\r\nLocation: https://evil.example",
  "%2F%2Fevil.example",
  " //evil.example",
  "///evil.example",
  "http:/evil.example",
  "JAVASCRIPT:alert(1)",
  "data:text/html,x",
  "/javascript:alert(1)",
  ".evil.example",
  "@evil.example",
])("returns a path on the same origin for %j", (path) => {
  const origin = "https://shop.example";
  expect(new URL(safeReturnTo(path), `${origin}/login`).origin).toBe(origin);
});

describe("goToLogin", () => {
  test("returns to the path, query and hash", () => {
    const assign = standAt("https://shop.example/product?link=linen-dress&variant=navy-m");
    goToLogin({ returnTo: currentPath() });
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      "/login?returnTo=%2Fproduct%3Flink%3Dlinen-dress%26variant%3Dnavy-m",
    );
    expect(pageOrigin()).toBe("https://shop.example");
  });

  test("never leads to another origin", () => {
    standAt("https://shop.example//evil.example/x");
    expect(currentPath()).toBe("/");
  });

  test("does nothing on /login and outside a browser", () => {
    const assign = standAt("https://shop.example/login?returnTo=%2F");
    goToLogin({ returnTo: "/" });
    expect(assign).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
    goToLogin({ returnTo: "/" });
    expect(currentPath()).toBe("/");
    expect(pageOrigin()).toBeUndefined();
  });
});
