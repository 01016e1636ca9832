import { expect, test } from "vitest";
import { createUploadRoom } from "./upload-room.ts";

const picture = 20 * 2 ** 20;

test("staff may hold four of the largest pictures per address, in a separate share", () => {
  const room = createUploadRoom();
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
  const room = createUploadRoom();
  const take = (network: number, around = 7) =>
    room({ address: `2001:db8:${around}:${network}::/64`, isAnonymous }, picture);
  const releases = Array.from({ length: pictures }, (_, i) => take(i));
  expect(() => take(99)).toThrow(expect.objectContaining({ code: "RATE_LIMITED" }));
  take(99, 8);
  for (const release of releases) release();
  take(99);
});
