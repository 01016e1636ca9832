// @module-tag slow

import { expect, test } from "vitest";
import { z } from "zod";
import { api } from "@vetrina/contract/api";
import { excessCost } from "./costs.ts";
import { reachable } from "./expressions.ts";

test("no text in a call's field takes much longer to check than plain letters", async () => {
  const fields = reachable(api).filter(
    (value): value is z.ZodString => value instanceof z.ZodType && value.def.type === "string",
  );
  expect(fields.length).toBeGreaterThan(100);
  const length = 100_000;
  const read = (text: string) => () => {
    for (const field of fields) field.safeParse(text);
  };
  const readLetters = read("a".repeat(length));
  const parts = [
    " ",
    "\n",
    "\t ",
    "\u2028",
    "-",
    "a-",
    "a.",
    "@",
    "a@",
    "0",
    "0.",
    "/",
    "#",
    "<",
    "a/",
    ",",
    "'",
    "é",
    "q\u0302",
    "😀",
  ];
  for (const part of parts)
    for (const text of [
      part.repeat(length / part.length),
      `a${part.repeat(length / part.length)}!`,
    ]) {
      const excess = await excessCost(read(text), readLetters, { maxRatio: 60 });
      expect([part, excess]).toEqual([part, null]);
    }
});
