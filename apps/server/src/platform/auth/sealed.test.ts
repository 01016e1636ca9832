import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";

const key = Buffer.alloc(32, 7);
const secret = Buffer.from("a secret");

test("a sealed text opens with its key and owner, and never looks the same twice", () => {
  const sealed = seal(key, "ada", secret);
  expect(unseal(key, "ada", sealed)).toEqual(secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(seal(key, "ada", secret)).not.toEqual(sealed);
});

test("another key, another owner and any changed bit are rejected", () => {
  const sealed = seal(key, "ada", secret);
  expect(unseal(Buffer.alloc(32, 8), "ada", sealed)).toBeNull();
  expect(unseal(key, "eve", sealed)).toBeNull();
  for (let i = 0; i < sealed.length; i++) {
    const bent = Buffer.from(sealed);
    bent.writeUInt8(bent.readUInt8(i) ^ 1, i);
    expect(unseal(key, "ada", bent)).toBeNull();
  }
});
