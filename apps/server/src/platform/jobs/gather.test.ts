import { expect, test } from "vitest";
import { gathered } from "./gather.ts";

test("calls of one tick are combined for each subject, and each gets its own result", async () => {
  const made: string[][] = [];
  const double = gathered<{ name: string }, number, number>(async ({ name }, items) => {
    made.push([name, ...items.map(String)]);
    return items.map((item) => item * 2);
  });
  const [one, other] = [{ name: "one" }, { name: "other" }];
  expect(await Promise.all([double(one, 1), double(other, 2), double(one, 3)])).toEqual([2, 4, 6]);
  expect(await double(one, 4)).toBe(8);
  expect(made).toEqual([
    ["one", "1", "3"],
    ["other", "2"],
    ["one", "4"],
  ]);
});

test("if a combined call fails, all its calls fail, and the next call is made again", async () => {
  let fails = true;
  const ask = gathered<object, number, number>(async (_, items) => {
    if (fails) throw new Error("no answer");
    return items;
  });
  const of = {};
  const settled = await Promise.allSettled([ask(of, 1), ask(of, 2)]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await ask(of, 3)).toBe(3);
});
