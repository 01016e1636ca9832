import { expect, test } from "vitest";
import { askedAtStore } from "./asked-at-store.ts";

const stores: Record<string, { name: string; domain: string }> = {
  sorvela: { name: "Sorvela", domain: "localhost" },
  tordo: { name: "Tordo", domain: "tordo.localhost" },
  own: { name: "You won! Call 0800 555", domain: "own.example" },
};
const client = {
  stores: {
    async getStore({ id }: { id: string }) {
      const store = stores[id];
      if (store === undefined) throw new Error("not found");
      return { slug: id, ...store };
    },
  },
} as unknown as Parameters<typeof askedAtStore>[1];

const read = (url: string) => askedAtStore(new URL(url), client, { slug: "sorvela" });

test("a page about an email from the platform leads back to the store where it was requested", async () => {
  expect(await read("http://localhost:3000/verify-email?token=x&store=tordo")).toEqual({
    slug: "tordo",
    name: "Tordo",
    origin: "http://tordo.localhost:3000",
  });
});

test("a custom domain is never linked, because its owner decides where it leads", async () => {
  expect(await read("http://localhost:3000/reset-password?store=own")).toEqual({
    slug: "own",
    name: "own",
    origin: null,
  });
});

test.each([
  "",
  "?store=sorvela",
  "?store=nobody",
  "?store=//evil.example",
  "?store=tordo.localhost",
])("%s names no other store", async (query) =>
  expect(await read(`http://localhost:3000/verify-email${query}`)).toBeNull(),
);
