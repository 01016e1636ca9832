import { expect, test } from "vitest";
import { createUploadRoom } from "./upload-room.ts";

const picture = 20 * 2 ** 20;

test("staff have four of the largest pictures per address, and room of their own", () => {
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
