import { expect, test } from "vitest";
import { createFindings } from "../findings.ts";
import { readTable, type TableFormat } from "./read-table.ts";

const format: TableFormat<"name"> = {
  name: "a list",
  things: "names",
  columnOf: (header) => (header === "Name" ? "name" : null),
  required: [["name", "Name"]],
  maxRows: 1200,
};

async function read(rows: number) {
  const findings = createFindings();
  const taken: string[] = [];
  await readTable(fileOf(rows), format, findings, ({ cells: [name = ""] }) => taken.push(name));
  return { taken, errors: findings.errors };
}

async function* fileOf(rows: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from("Name\n");
  for (let row = 1; row <= rows; row += 1) yield Buffer.from(`n${row}\n`);
}

test("a file may have as many rows as its format allows, and reading stops at the first one too many", async () => {
  const full = await read(1200);
  expect([full.taken.length, full.errors]).toEqual([1200, []]);
  const { taken, errors } = await read(5000);
  expect([taken.length, taken.at(-1)]).toEqual([1200, "n1200"]);
  expect(errors).toEqual([
    { row: 1202, column: null, message: "the file has more than 1,200 rows: split it" },
  ]);
});
