import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { generatePassword, hashPassword, verifyPassword } from "./password.ts";

const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

test("a hash is a salted PHC string with OWASP's parameters, and matches its password only", async () => {
  const [one, two] = await Promise.all([hashPassword("sesame"), hashPassword("sesame")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword("sesame", one)).toBe(true);
  expect(await verifyPassword("Sesame", one)).toBe(false);
  expect(await verifyPassword("", one)).toBe(false);
});

test("a hash made with other parameters is verified with its own", async () => {
  const salt = Buffer.alloc(16, 7);
  const hash = argon2Sync("argon2id", {
    message: "sesame",
    nonce: salt,
    memory: 1024,
    passes: 3,
    parallelism: 2,
    tagLength: 24,
  });
  const stored = `$argon2id$v=19$m=1024,t=3,p=2$${text(salt)}$${text(hash)}`;
  expect(await verifyPassword("sesame", stored)).toBe(true);
});

test("the same word in another Unicode composition is the same password", async () => {
  expect(await verifyPassword("cafe\u0301-noir", await hashPassword("caf\u00e9-noir"))).toBe(true);
});

test("null matches no password, and an invalid stored hash is an error", async () => {
  expect(await verifyPassword("sesame", null)).toBe(false);
  await expect(verifyPassword("sesame", "sesame")).rejects.toThrow(TypeError);
});

test("a generated password has 20 characters, none of which look alike, and is never repeated", () => {
  const made = new Set(Array.from({ length: 100 }, () => generatePassword()));
  expect(made.size).toBe(100);
  for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{20}$/);
});
