import { beforeEach, expect, test, vi } from "vitest";

let calls: string[];
vi.mock("../lib/api.ts", () => ({
  browserApi: async () => ({
    orders: { cancelOrder: async ({ id }: { id: string }) => void calls.push(`cancel ${id}`) },
    users: { logout: async () => void calls.push("logout") },
  }),
}));
vi.mock("@vetrina/client/create-client", () => ({ createClient: () => ({}) }));

let stored: Map<string, string>;
beforeEach(() => {
  vi.resetModules();
  calls = [];
  stored = new Map();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("window", { sessionStorage: storage, addEventListener: () => {} });
  vi.stubGlobal("dispatchEvent", () => true);
  return () => vi.unstubAllGlobals();
});

test("signing out leaves the cart's lines and what other stores stored, and nothing else of the user", async () => {
  const { leaveAccount } = await import("./leave-account.ts");
  const { readDiscountCode, setDiscountCode } = await import("../draft/discount-code.ts");
  const { keepReturnPath, returnPathOf } = await import("./return-path.ts");
  const kept = { "vetrina:shop:cart": "lines", "vetrina:other:discount-code": "OTHER" };
  for (const [name, text] of Object.entries(kept)) stored.set(name, text);
  for (const name of ["checkout", "last-order", "searches", "wishlist", "wishlist-account"])
    stored.set(`vetrina:shop:${name}`, "theirs");
  setDiscountCode("shop", "ADA-ONLY");
  keepReturnPath("shop", "/products/gift-for-ada");

  await leaveAccount("shop");
  expect([readDiscountCode("shop"), returnPathOf("shop")]).toEqual(["", null]);
  stored.delete("vetrina:sign-out");
  expect(Object.fromEntries(stored)).toEqual(kept);
  expect(calls).toEqual(["logout"]);
});
