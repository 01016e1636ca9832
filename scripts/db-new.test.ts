import { expect, test } from "vitest";
import { nextMigration } from "./db-new.ts";

test("the next migration gets the next number and the words of the title", () => {
  const names = ["0002_more.sql", "0001_first.sql", "README.md"];
  expect(nextMigration(names, "add-returns")).toBe("0003_add_returns.sql");
  expect(nextMigration([], "first")).toBe("0001_first.sql");
});

test.each(["", "Add-Returns", "add returns", "../x", "add_returns", "-a", "1st"])(
  "refuses %j as a title",
  (title) => expect(() => nextMigration([], title)).toThrow(/kebab-case/),
);
