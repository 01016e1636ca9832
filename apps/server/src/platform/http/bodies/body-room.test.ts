import { expect, test } from "vitest";
import { createBodyRooms } from "./body-room.ts";

const mebibyte = 2 ** 20;
const tooMany = expect.objectContaining({ code: "RATE_LIMITED" });
const busy = expect.objectContaining({ code: "SERVER_BUSY" });

/**
 * Returns a function that receives a body of this size. Unless an account is passed, each address has an account of its
 * own.
 */
function receiving(kind: "uploads" | "json", bytes: number) {
  const room = createBodyRooms()[kind];
  return (address: string, account: string | null = `of ${address}`) => {
    const reservation = room({ address, account });
    reservation.growTo(bytes);
    return reservation;
  };
}

test("staff may hold four of the largest pictures per address, in a separate share", () => {
  const take = receiving("uploads", 20 * mebibyte);
  const held = ["a", "a", "a", "a", "b", "b", "b", "b", "c", "c", "c", "c"].map((address) =>
    take(address),
  );
  expect(() => take("a")).toThrow(tooMany);
  expect(() => take("c")).toThrow(tooMany);
  take("a", null);
  for (const { release } of held) release();
  take("a");
});

test.each([
  [false, 6],
  [true, 3],
])("a wide IPv6 network may use half of the memory (anonymous: %s)", (isAnonymous, pictures) => {
  const receive = receiving("uploads", 20 * mebibyte);
  const take = (network: number, around = 7) => {
    const address = `2001:db8:${around}:${network}::/64`;
    return isAnonymous ? receive(address, null) : receive(address);
  };
  const held = Array.from({ length: pictures }, (_, i) => take(i));
  expect(() => take(99)).toThrow(tooMany);
  take(99, 8);
  for (const { release } of held) release();
  take(99);
});

test("an address may hold 8 MiB of unfinished JSON, a signed-in caller another 16", () => {
  const cart = receiving("json", mebibyte / 4);
  for (let i = 0; i < 32; i++) cart("a", null);
  expect(() => cart("a", null)).toThrow(tooMany);
  cart("b", null);
  for (let i = 0; i < 64; i++) cart("a");
  expect(() => cart("a")).toThrow(tooMany);
});

test("an account may hold 16 MiB of unfinished JSON, from however many addresses", () => {
  const save = receiving("json", mebibyte);
  for (let i = 0; i < 16; i++) save(`${i}`, "owner");
  expect(() => save("99", "owner")).toThrow(tooMany);
  save("99", "another");
});

test("callers who hold no other memory are served while a few hold all of the process's share", () => {
  const save = receiving("json", mebibyte);
  for (let address = 0; address < 8; address++) for (let i = 0; i < 16; i++) save(`${address}`);
  const other = save("100");
  expect(() => save("100")).toThrow(busy);
  other.growTo(mebibyte + 1);
  for (let i = 101; i < 163; i++) save(`${i}`);
  expect(() => save("200")).toThrow(busy);
});

test("a body reserves memory for the bytes that have arrived, and releases all of it at the end", () => {
  const room = createBodyRooms().json;
  const sender = { address: "a", account: "owner" };
  const [first, second] = [room(sender), room(sender)];
  first.growTo(mebibyte);
  first.growTo(10 * mebibyte);
  expect(() => second.growTo(7 * mebibyte)).toThrow(tooMany);
  second.growTo(6 * mebibyte);
  first.release();
  second.growTo(16 * mebibyte);
});
