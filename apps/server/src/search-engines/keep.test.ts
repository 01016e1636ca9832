import { expect, test } from "vitest";
import { createKeep } from "./keep.ts";

test("many entries of one owner don't displace another owner's", async () => {
  const keep = createKeep<string>({ minutes: 5, max: 4 });
  const made: string[] = [];
  const ask = (owner: string, key: string) =>
    keep(owner, key, () => {
      made.push(key);
      return Promise.resolve(key);
    });
  for (const key of ["ours 1", "ours 2"]) await ask("us", key);
  for (let n = 0; n < 20; n += 1) await ask("them", `theirs ${n}`);
  made.length = 0;
  for (const key of ["ours 1", "ours 2", "theirs 19", "theirs 0"]) await ask("them", key);
  expect(made).toEqual(["theirs 0"]);
});

test("a failed result is made again", async () => {
  const keep = createKeep<number>({ minutes: 5, max: 4 });
  await expect(keep("us", "key", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await keep("us", "key", () => Promise.resolve(2))).toBe(2);
  expect(await keep("us", "key", () => Promise.resolve(3))).toBe(2);
});

test("the bytes of all entries are bounded, and the owner with the most loses the oldest", async () => {
  const keep = createKeep<string>({
    minutes: 5,
    max: 9,
    maxBytes: 10,
    bytesOf: (text) => text.length,
  });
  const made: string[] = [];
  const ask = (owner: string, key: string, text: string) =>
    keep(owner, key, () => {
      made.push(key);
      return Promise.resolve(text);
    });
  for (const key of ["a", "b"]) await ask("us", key, "1");
  for (const key of ["c", "d", "e"]) await ask("them", key, "1234");
  made.length = 0;
  for (const key of ["a", "b", "d", "e", "c"]) await ask("them", key, "1234");
  expect(made).toEqual(["c"]);
});
