// @module-tag slow

import sharp from "sharp";
import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { addressTime } from "../platform/http/callers/address-time.ts";

test("/favicon.ico is an icon of the host's store, in its colors", async ({ world }) => {
  const theme = { "color-ink": "#102030", "color-paper": "#f0e0d0" };
  await seedStore(world, { slug: "first", host: "first.example", name: "Öre", theme });
  await seedStore(world, { slug: "second", host: "second.example", name: "\u{1f9f5} Thread" });
  const get = (host: string) =>
    world.app.inject({ method: "GET", url: "/favicon.ico", headers: { host } });
  const first = await get("first.example");
  expect(first.statusCode).toBe(200);
  expect(first.headers["content-type"]).toBe("image/x-icon");
  expect(first.headers["cache-control"]).toBe("public, max-age=86400");
  const ico = first.rawPayload;
  expect([0, 2, 4].map((at) => ico.readUInt16LE(at))).toEqual([0, 1, 3]);
  for (const [i, side] of [16, 32, 48].entries()) {
    const at = 6 + 16 * i;
    const offset = ico.readUInt32LE(at + 12);
    const png = ico.subarray(offset, offset + ico.readUInt32LE(at + 8));
    const { data, info } = await sharp(png)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, ico[at]]).toEqual([side, side, side]);
    expect([...data.subarray(0, 3)]).toEqual([0x10, 0x20, 0x30]);
    expect(data.includes(0xf0)).toBe(true);
  }
  const second = await get("second.example");
  expect(second.statusCode).toBe(200);
  expect(second.rawPayload.equals(ico)).toBe(false);
  expect((await get("localhost")).rawPayload.equals(ico)).toBe(true);
  expect((await get("unknown.example")).statusCode).toBe(421);
});

const limited = test.extend({ options: { rateLimits: true } });

limited("its reads count against the caller's time", async ({ world }) => {
  await seedStore(world, { slug: "first", host: "first.example" });
  const get = (address: string) =>
    world.app.inject({
      method: "GET",
      url: "/favicon.ico",
      headers: { host: "first.example", "x-forwarded-for": address },
    });
  addressTime.spend("198.51.100.80", 60_000);
  expect((await get("198.51.100.80")).statusCode).toBe(429);
  const spend = vi.spyOn(addressTime, "spend");
  expect((await get("198.51.100.81")).statusCode).toBe(200);
  expect(spend).toHaveBeenCalledWith("198.51.100.81", expect.any(Number));
  spend.mockRestore();
});
