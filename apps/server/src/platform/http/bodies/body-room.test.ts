import { expect, test } from "vitest";
import { createBodyRooms } from "./body-room.ts";

const picture = 20 * 2 ** 20;

test("staff may hold four of the largest pictures per address, in a separate share", () => {
  const room = createBodyRooms().uploads;
  const take = (address: string, isAnonymous = false) => room({ address, isAnonymous }, picture);
  const releases = ["a", "a", "a", "a", "b", "b", "b", "b", "c", "c", "c", "c"].map((address) =>
    take(address),
  );
  expect(() => take("a")).toThrow(expect.objectContaining({ code: "RATE_LIMITED" }));
  expect(() => take("d")).toThrow(expect.objectContaining({ code: "SERVER_BUSY" }));
  take("a", true);
  for (const release of releases) release();
  take("a");
  take("d");
});

test.each([
  [false, 6],
  [true, 3],
])("a wide IPv6 network may use half of the memory (anonymous: %s)", (isAnonymous, pictures) => {
  const room = createBodyRooms().uploads;
  const take = (network: number, around = 7) =>
    room({ address: `2001:db8:${around}:${network}::/64`, isAnonymous }, picture);
  const releases = Array.from({ length: pictures }, (_, i) => take(i));
  expect(() => take(99)).toThrow(expect.objectContaining({ code: "RATE_LIMITED" }));
  take(99, 8);
  for (const release of releases) release();
  take(99);
});

test("an address may hold 8 MiB of unfinished JSON, a signed-in caller another 16", () => {
  const room = createBodyRooms().json;
  const cart = 256 * 1024;
  for (let i = 0; i < 32; i++) room({ address: "a", isAnonymous: true }, cart);
  const tooMany = expect.objectContaining({ code: "RATE_LIMITED" });
  expect(() => room({ address: "a", isAnonymous: true }, cart)).toThrow(tooMany);
  room({ address: "b", isAnonymous: true }, cart);
  for (let i = 0; i < 64; i++) room({ address: "a", isAnonymous: false }, cart);
  expect(() => room({ address: "a", isAnonymous: false }, cart)).toThrow(tooMany);
});
