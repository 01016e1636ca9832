import { createHook } from "node:async_hooks";
import { argon2Sync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { hashCheaply } from "#tests/cheap-passwords.ts";
import { noCaller } from "../http/callers/caller.ts";
import { hashesAtOnce, maxWaitingOfCaller, type PasswordCaller } from "./password-queue.ts";
import { generatePassword, hashPassword, verifyPassword } from "./password.ts";

const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

test("a hash is a salted PHC string with OWASP's parameters, and matches its password only", async () => {
  const [one, two] = await Promise.all([
    hashPassword("sesame", "system"),
    hashPassword("sesame", "system"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword("sesame", one, "system")).toBe(true);
  expect(await verifyPassword("Sesame", one, "system")).toBe(false);
  expect(await verifyPassword("", one, "system")).toBe(false);
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
  expect(await verifyPassword("sesame", stored, "system")).toBe(true);
});

test("the same word in another Unicode composition is the same password", async () => {
  const hash = await hashPassword("caf\u00e9-noir", "system");
  expect(await verifyPassword("cafe\u0301-noir", hash, "system")).toBe(true);
});

test("null matches no password, and an invalid stored hash is an error", async () => {
  expect(await verifyPassword("sesame", null, "system")).toBe(false);
  await expect(verifyPassword("sesame", "sesame", "system")).rejects.toThrow(TypeError);
});

test("a generated password has 20 characters that don't look alike, and is never repeated", () => {
  const made = new Set(Array.from({ length: 100 }, () => generatePassword()));
  expect(made.size).toBe(100);
  for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{20}$/);
});

const callerAt = (address: string, account: string | null = null): PasswordCaller => ({
  by: { caller: { ...noCaller, address }, limitsCallers: true },
  account,
});

/**
 * Starts hashes and checks in the given order. Returns the callers' names in the order in which their work ended, and
 * separately the names of those that got SERVER_BUSY.
 */
async function endsOf(asked: readonly [name: string, caller: PasswordCaller][]) {
  const [ended, busy]: [string[], string[]] = [[], []];
  await Promise.all(
    asked.map(([name, caller], at) =>
      (at % 2 === 0 ? hashPassword("sesame", caller) : verifyPassword("sesame", null, caller)).then(
        () => ended.push(name),
        (error: unknown) => {
          const details = { retryAfterSeconds: expect.any(Number) };
          expect(error).toMatchObject({ code: "SERVER_BUSY", details });
          busy.push(name);
        },
      ),
    ),
  );
  return { ended, busy };
}

describe("while many passwords are hashed", () => {
  // Vitest calls the returned function afterwards.
  beforeAll(() => hashCheaply());

  test("few run at once, so that threads stay free for files and compression", async () => {
    const running = new Set<number>();
    let most = 0;
    const hook = createHook({
      init(id, type) {
        if (type === "ARGON2REQUEST") most = Math.max(most, running.add(id).size);
      },
      before: (id) => void running.delete(id),
    }).enable();
    const { ended } = await endsOf(
      Array.from({ length: 12 }, (_, i) => [`${i}`, callerAt(`192.0.2.${i}`)]),
    );
    hook.disable();
    expect(ended).toHaveLength(12);
    expect(hashesAtOnce).toBeGreaterThan(0);
    expect(hashesAtOnce).toBeLessThanOrEqual(2);
    expect(most).toBe(hashesAtOnce);
  });

  test("addresses and networks take turns, and a known caller waits for only one other", async () => {
    const flood = Array.from(
      { length: 60 },
      (_, i) => ["flood", callerAt(`2001:db8:1:${i}::/64`)] as [string, PasswordCaller],
    );
    const { ended, busy } = await endsOf([
      ...flood,
      ["known", callerAt("2001:db8:1:7::/64", "ada@example.com")],
      ["other", callerAt("198.51.100.7")],
    ]);
    const max = hashesAtOnce + 4;
    expect(ended.indexOf("known")).toBeLessThan(max);
    expect(ended.indexOf("other")).toBeLessThan(max);
    expect(busy).toHaveLength(60 - hashesAtOnce - maxWaitingOfCaller);
  });

  test("an account that logs in from many addresses doesn't block other accounts", async () => {
    const asked = Array.from(
      { length: 60 },
      (_, i) => ["mallory", callerAt(`192.0.2.${i}`, "mallory")] as [string, PasswordCaller],
    );
    const { ended, busy } = await endsOf([...asked, ["ada", callerAt("198.51.100.7", "ada")]]);
    expect(ended).toContain("ada");
    expect(busy).toHaveLength(60 - hashesAtOnce - maxWaitingOfCaller);
  });
});
