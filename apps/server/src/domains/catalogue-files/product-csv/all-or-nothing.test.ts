// @module-tag slow

import { expect } from "vitest";
import { more, shirt, sized } from "./csv.fixture.ts";
import { level, noNetwork, stocked, test } from "./import.fixture.ts";

test("one error rejects the whole file", async ({ shop }) => {
  const before = await shop.everything();
  const result = await shop.bring([shirt, { ...shirt, Handle: "hat", "Variant Price": "x" }]);
  expect(result).toMatchObject({ outcome: "rejected", errors: [{ row: 3 }] });
  expect(await shop.everything()).toEqual(before);
});

test("a SKU of another product in the store is an error", async ({ shop }) => {
  await shop.bring([{ ...shirt, "Variant SKU": "A" }]);
  const before = await shop.everything();
  const result = await shop.bring([{ ...shirt, Handle: "hat", Title: "Hat", "Variant SKU": "A" }]);
  expect(result.errors).toEqual([
    { row: 2, column: "Variant SKU", message: expect.stringMatching(/linen-shirt in the store/) },
  ]);
  expect(await shop.everything()).toEqual(before);
});

test("a failure in the last statement rolls everything back", async ({ shop }) => {
  const before = await shop.everything();
  await shop.world.admin.query(`create function public.break() returns trigger language plpgsql
    as $$ begin raise exception 'the disk is full'; end $$;
    create trigger break before insert on shop.jobs execute function public.break()`);
  await expect(shop.bring([sized("S", stocked), more("M", stocked)])).rejects.toThrow(
    /disk is full/,
  );
  expect(await shop.everything()).toEqual(before);
});

test("an import is repeated if the same product is created concurrently", async ({ shop }) => {
  const file = Array.from({ length: 50 }, (_, i) => ({ ...shirt, Handle: `hat-${i}` }));
  const trigger = `create function public.twin() returns trigger language plpgsql as $$
    begin
      if nextval('public.tries') = 1 then raise exception 'twin' using errcode = '23505'; end if;
      return null;
    end $$;
    create sequence public.tries; grant usage on sequence public.tries to public;
    create trigger twin after insert on shop.products execute function public.twin()`;
  await shop.world.admin.query(trigger);
  expect((await shop.bring(file)).created).toBe(50);
  expect((await shop.bring(file)).unchanged).toBe(50);
});

test("an import waits for another one in the same store, and reports that it waits", async ({
  shop,
}) => {
  const other = await shop.world.admin.connect();
  const lock = `hashtextextended('import ${shop.storeId}', 0)`;
  await other.query(`select pg_advisory_lock(${lock})`);
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const bringing = shop.bring([shirt], {
    progress: ({ doing }) => doing === "waiting" && resolve(),
  });
  await waits;
  expect((await shop.everything())["products"]).toEqual([]);
  await other.query(`select pg_advisory_unlock(${lock})`);
  other.release();
  expect((await bringing).created).toBe(1);
});

test("of two concurrent imports of one file, the second changes nothing", async ({ shop }) => {
  const file = Array.from({ length: 300 }, (_, i) => ({
    ...shirt,
    ...stocked,
    Handle: `hat-${i}`,
    Title: `Hat ${i}`,
    "Variant SKU": `H${i}`,
  }));
  const both = await Promise.all([shop.bring(file), shop.bring(file, { fetchPicture: noNetwork })]);
  expect(both.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 300]);
  expect(await level(shop)).toBe(1500);
});
