import { expect, test } from "vitest";
import { addressesIn, resolveHost } from "./resolve-host.ts";

const { signal } = new AbortController();

test("localhost resolves to this machine", async () => {
  const here = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  for (const name of ["localhost", "LOCALHOST.", "shop.localhost"])
    expect(await resolveHost(name, signal)).toEqual(here);
});

test("a name in the hosts file resolves to its addresses there", () => {
  const hosts =
    "127.0.0.1 localhost\r\n# 1.1.1.1 a.example\n\n93.184.216.34\tB.example b # c\n::1 b";
  expect(addressesIn(hosts, "b.example")).toEqual(["93.184.216.34"]);
  expect(addressesIn(hosts, "b")).toEqual(["93.184.216.34", "::1"]);
  for (const name of ["a.example", "c", "#", ""]) expect(addressesIn(hosts, name)).toEqual([]);
});
