import { expect, test } from "vitest";
import { addressBucket, networksAround, widerNetwork } from "./caller-address.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["0:0:0:0:0:ffff:c000:0207", "192.0.2.7"],
  ["64:ff9b::192.0.2.7", "192.0.2.7"],
  ["0064:ff9b::c000:207", "192.0.2.7"],
  ["64:ff9b:1::c000:207", "64:ff9b:1:0::/64"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["2001:db8:1:2::192.0.2.7", "2001:db8:1:2::/64"],
  ["192.0.2.7:50123", "192.0.2.7"],
  ["[2001:db8:1:2::9]:50123", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["not an address", "not an address"],
])("%s counts as %s", (address, bucket) => {
  expect(addressBucket(address)).toBe(bucket);
});

test.each([
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["0:0:0:0::/64", "0:0:0::/48"],
  ["192.0.2.7", null],
  ["", null],
])("%s is in the network %s", (bucket, wider) => {
  expect(widerNetwork(bucket)).toBe(wider);
});

test.each([
  ["2001:db8:1:2::/64", ["2001:db8::/32", "2001:db8:1::/48", "2001:db8:1:2::/64"]],
  ["192.0.2.7", ["192.0.2.7"]],
])("around %s are %s", (bucket, networks) => {
  expect(networksAround(bucket)).toEqual(networks);
});
