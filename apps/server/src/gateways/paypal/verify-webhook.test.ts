import { generateKeyPairSync, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { crcTwin } from "@vetrina/payment-standins/paypal/crc-twin";
import { isFromPayPal, readPayPalSignature } from "./verify-webhook.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const now = new Date("2026-11-24T00:00:00Z");
const webhookId = "1JE4291016473214C";
const body = Buffer.from('{"id":"WH-1","resource":{"amount":{"value":"19.99"}}}');

type Sent = { time?: string; by?: typeof privateKey; to?: string; of?: Uint8Array };

function headersOf({
  time = now.toISOString(),
  by = privateKey,
  to = webhookId,
  of = body,
}: Sent = {}) {
  const message = `103e3700-8b0c-11e6-8695-6b62a8a99ac4|${time}|${to}|${crc32(of)}`;
  return {
    "paypal-transmission-id": "103e3700-8b0c-11e6-8695-6b62a8a99ac4",
    "paypal-transmission-time": time,
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
    "paypal-transmission-sig": sign("sha256", Buffer.from(message), by).toString("base64"),
    "paypal-auth-algo": "SHA256withRSA",
  };
}

function isGenuine(headers: Record<string, string>, of: Uint8Array = body): boolean {
  const signature = readPayPalSignature((name) => headers[name] ?? null, now);
  return signature !== null && isFromPayPal(signature, of, webhookId, publicKey);
}

describe("a delivery of PayPal", () => {
  test.each([
    ["sent now", {}],
    ["sent 59 minutes ago", { time: "2026-11-23T23:01:00Z" }],
    ["from a clock that is four minutes ahead", { time: "2026-11-24T00:04:00Z" }],
  ])("is genuine if it is %s", (_, sent) => {
    expect(isGenuine(headersOf(sent))).toBe(true);
  });

  test.each([
    ["a day old", headersOf({ time: "2026-11-23T00:00:00Z" })],
    ["from the future", headersOf({ time: "2026-11-25T00:00:00Z" })],
    ["with a day that doesn't exist", headersOf({ time: "2026-13-44T00:00:00Z" })],
    ["with a time in another notation", headersOf({ time: "Tue, 24 Nov 2026 00:00:00 GMT" })],
    ["signed with another key", headersOf({ by: other.privateKey })],
    ["for another webhook", headersOf({ to: "8PT597110X687430L" })],
    ["with another body's checksum", headersOf({ of: Buffer.from("{}") })],
    ["with another algorithm", { ...headersOf(), "paypal-auth-algo": "SHA1withRSA" }],
    ["with another transmission id", { ...headersOf(), "paypal-transmission-id": "2" }],
    ["with a separator in the id", { ...headersOf(), "paypal-transmission-id": "1|2" }],
    ["with a signature that is not base64", { ...headersOf(), "paypal-transmission-sig": "?" }],
  ])("is not genuine %s", (_, headers) => {
    expect(isGenuine(headers)).toBe(false);
  });

  test.each(Object.keys(headersOf()))("is not genuine without %s", (name) => {
    const { [name]: _, ...left } = headersOf() as Record<string, string>;
    expect(isGenuine(left)).toBe(false);
  });

  test("is verified for every body with the same CRC32, so only PayPal's response counts", () => {
    const twin = Buffer.from(crcTwin(body.toString(), (event) => ({ ...event, id: "WH-2" })));
    expect(twin.equals(body)).toBe(false);
    expect(isGenuine(headersOf(), body)).toBe(true);
    expect(isGenuine(headersOf(), twin)).toBe(true);
  });

  test("is not genuine for a body with another checksum", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(isGenuine(headersOf(), bytes)).toBe(crc32(bytes) === crc32(body));
      }),
      { numRuns: 50 },
    );
  });

  test("with any other headers is rejected without an error", () => {
    const headers = fc.record(
      Object.fromEntries(
        Object.keys(headersOf()).map((name) => [name, fc.string({ maxLength: 300 })]),
      ),
    );
    fc.assert(
      fc.property(headers, (sent) => {
        expect(isGenuine(sent)).toBe(false);
      }),
    );
  });
});
