import { describe, expect, test } from "vitest";
import type { CustomerUpdate } from "@vetrina/contract/people/customers";
import { readCursor, refusedFields, writeCursor } from "./rules.ts";

const id = "019a0000-0000-7000-8000-000000000001";

describe("the fields that each caller may change", () => {
  test.each([
    ["customer", true, { name: "A", phone: "+1 512", newsletter: true }, []],
    ["customer", true, { email: "a@b.example", note: null, tags: [] }, ["email", "note", "tags"]],
    ["staff", false, { email: "a@b.example", note: "x", tags: ["vip"], newsletter: false }, []],
    ["staff", true, { email: "a@b.example" }, ["email"]],
    ["staff", false, { newsletter: true }, ["newsletter"]],
  ] as const)("%s, account %s, %j: rejects %j", (caller, hasAccount, body, paths) => {
    const errors = refusedFields(caller, { hasAccount }, body as CustomerUpdate);
    expect(errors.map(({ path }) => path)).toEqual(paths);
  });
});

describe("cursors", () => {
  test.each([
    ["newest", ""],
    ["most-spent", "123456"],
    ["last-order", "2026-11-20 10:00:00.123456+00"],
    ["last-order", "-infinity"],
  ] as const)("of sort order %s can be read back", (sort, value) => {
    expect(readCursor(sort, writeCursor(sort, { value, id }))).toEqual({ value, id });
  });

  test("that are forged, malformed or from another sort order are null", () => {
    const forged = (sort: string, value: unknown, of: unknown = id) =>
      Buffer.from(JSON.stringify([sort, value, of])).toString("base64url");
    expect(readCursor("oldest", writeCursor("newest", { value: "", id }))).toBeNull();
    expect(readCursor("most-spent", forged("most-spent", "1); drop table x"))).toBeNull();
    expect(readCursor("most-spent", forged("most-spent", 5))).toBeNull();
    expect(readCursor("newest", forged("newest", "", "1"))).toBeNull();
    expect(readCursor("newest", forged("newest", "").slice(3))).toBeNull();
    expect(readCursor("newest", "")).toBeNull();
  });
});
