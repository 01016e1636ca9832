import { expect, test } from "vitest";
import { addressBucket } from "../http/callers/caller-address.ts";
import { coarseAddress, describeDevice } from "./describe-device.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
    "Safari on macOS",
  ],
  ["curl/8.9.1", null],
  ["<script>alert(1)</script>", null],
  ["x".repeat(100_000), null],
  [null, null],
])("%s", (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

test("only the network of an address is kept", () => {
  for (const [address, coarse] of [
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:1234:5678::1", "2001:db8:1234::/48"],
    ["::1", "0:0:0::/48"],
    ["nonsense", null],
    ["", null],
  ] as const)
    expect(coarseAddress(addressBucket(address))).toBe(coarse);
});
