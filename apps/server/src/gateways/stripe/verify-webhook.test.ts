import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { isFromStripe } from "./verify-webhook.ts";

const secret = "whsec_test";
const now = new Date("2026-11-24T00:00:00Z");
const seconds = now.getTime() / 1000;
const body = Buffer.from('{"id":"evt_1"}');

function mac(time: number | string, of: Uint8Array = body, by = secret): string {
  return createHmac("sha256", by).update(`${time}.`).update(of).digest("hex");
}

const genuine = mac(seconds);
const header = `t=${seconds},v1=${genuine}`;

describe("a delivery of Stripe", () => {
  test.each([
    ["signed now", header],
    ["signed at the end of the tolerance", `t=${seconds - 300},v1=${mac(seconds - 300)}`],
    ["from a clock that is a minute ahead", `t=${seconds + 60},v1=${mac(seconds + 60)}`],
    ["signed with two secrets", `t=${seconds},v1=${"0".repeat(64)},v1=${genuine}`],
    ["with other schemes and spaces", `t=${seconds}, v0=${"1".repeat(64)}, v1=${genuine}`],
  ])("is genuine if it is %s", (_, sent) => {
    expect(isFromStripe({ header: sent, body, secret, now })).toBe(true);
  });

  test.each([
    ["without a header", null],
    ["with an empty header", ""],
    ["without a time", `v1=${genuine}`],
    ["without a signature", `t=${seconds}`],
    ["with the signature of another scheme", `t=${seconds},v0=${genuine}`],
    ["too old", `t=${seconds - 301},v1=${mac(seconds - 301)}`],
    ["of the future", `t=${seconds + 61},v1=${mac(seconds + 61)}`],
    ["with two times", `t=${seconds},t=${seconds - 900},v1=${mac(seconds - 900)}`],
    ["with a time in another notation", `t=${seconds}.0,v1=${mac(`${seconds}.0`)}`],
    ["with another time than was signed", `t=${seconds - 1},v1=${genuine}`],
    ["signed with another secret", `t=${seconds},v1=${mac(seconds, body, "whsec_other")}`],
    ["signed with an empty secret", `t=${seconds},v1=${mac(seconds, body, "")}`],
    ["with another body", `t=${seconds},v1=${mac(seconds, Buffer.from("{}"))}`],
    ["with a cut signature", `t=${seconds},v1=${genuine.slice(0, 62)}`],
    ["with an upper-case signature", `t=${seconds},v1=${genuine.toUpperCase()}`],
    ["with eleven signatures", `t=${seconds}${`,v1=${genuine}`.repeat(11)}`],
    ["with a header of 2,001 characters", header.padEnd(2001, ",")],
  ])("is not genuine %s", (_, sent) => {
    expect(isFromStripe({ header: sent, body, secret, now })).toBe(false);
  });

  test("is never genuine for a store without a secret", () => {
    const sent = `t=${seconds},v1=${mac(seconds, body, "")}`;
    expect(isFromStripe({ header: sent, body, secret: "", now })).toBe(false);
  });

  test("is genuine only for the exact bytes, time and secret that were signed", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.string(),
        fc.nat(),
        fc.nat(255),
        (bytes, key, at, flip) => {
          const by = `k${key}`;
          const sent = `t=${seconds},v1=${mac(seconds, bytes, by)}`;
          expect(isFromStripe({ header: sent, body: bytes, secret: by, now })).toBe(true);
          const other = Uint8Array.from(bytes);
          const index = at % bytes.length;
          other[index] = (bytes[index] ?? 0) ^ Math.max(1, flip);
          expect(isFromStripe({ header: sent, body: other, secret: by, now })).toBe(false);
          expect(isFromStripe({ header: sent, body: bytes, secret: `${by}x`, now })).toBe(false);
        },
      ),
    );
  });

  test("with any other header is rejected without an error", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(isFromStripe({ header: text, body, secret, now })).toBe(false);
      }),
    );
  });
});
