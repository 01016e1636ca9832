// @module-tag slow

import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, vi } from "vitest";
import { maxReviewPhotoBytes, maxReviewPhotos } from "@vetrina/contract/catalogue/reviews";
import { seedProduct } from "#tests/seed.ts";
import { test as base } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { noise } from "../../noise.fixture.ts";
import { openShop, signedIn } from "../contract.fixture.ts";
import { theTimeouts } from "../timeouts.ts";

type Upload = { socket: Socket; code: () => string | null };
type Sending = {
  path: string;
  type?: string;
  length: number;
  address?: string;
  token?: string;
};
type Desk = {
  storeId: string;
  token: string;
  /** The path to upload photos of a review. */
  photos: string;
  /** Sends the headers. The caller sends the file. */
  begin: (sending: Sending) => Upload;
};

const test = base.extend<{ desk: Desk }>({
  desk: async ({ world }, use) => {
    const app = buildApp(world.services, {
      rateLimits: false,
      checkResponses: true,
      trustProxy: 1,
      timeouts: {
        ...theTimeouts,
        wholeUpload: { ...theTimeouts.upload, graceMs: 1500, bytesPerSecond: 1_000_000 },
      },
    });
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const shop = await openShop(world, "mine");
    const { storeId } = shop;
    const token = await signedIn(world, {
      storeId,
      permissions: ["MANAGE_PRODUCTS", "MANAGE_SETTINGS"],
    });
    const { productId } = await seedProduct(world, storeId);
    const { id, photoKey } = await world.client({ host: shop.host }).reviews.createReview({
      productId,
      body: { name: "Eve", title: "T", content: "C" },
    });
    const uploads: Upload[] = [];
    const begin = (sending: Sending) => {
      const upload = beginUpload(Number(port), shop.host, sending);
      uploads.push(upload);
      return upload;
    };
    const photos = `/reviews/${id}/photos?key=${photoKey}`;
    await use({ storeId, token, photos, begin });
    for (const { socket } of uploads) socket.destroy();
    await app.close();
  },
});

function beginUpload(port: number, host: string, sending: Sending): Upload {
  const { path, type = "image/png", length, address = "192.0.2.1", token } = sending;
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (bytes) => (answer += bytes.toString()));
  const bearer = token === undefined ? "" : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\nconnection: close\r\n${bearer}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  const code = () => /"code":"(\w+)"/.exec(answer)?.[1] ?? /^HTTP\/1.1 (\d+)/.exec(answer)?.[1];
  return { socket, code: () => code() ?? null };
}

const codesOf = (uploads: Upload[]) => uploads.flatMap(({ code }) => code() ?? []);
const length = maxReviewPhotoBytes;

describe("an upload that is read whole", () => {
  test("is rejected before its file is sent if its photo key is wrong", async ({ desk }) => {
    const wrong = desk.begin({ path: desk.photos.replace(/key=.*/, "key=wrong"), length });
    await vi.waitFor(() => expect(wrong.code()).toBe("VALIDATION_FAILED"), 10_000);
  });

  test("is rejected before its file is sent if its review already has all its photos", async ({
    desk,
    world,
  }) => {
    const { begin, photos } = desk;
    const picture = await noise();
    for (let i = 0; i < maxReviewPhotos; i += 1) {
      const { socket, code } = begin({ path: photos, length: picture.length });
      socket.write(picture);
      await vi.waitFor(() => expect(code()).toBe("201"), 10_000);
    }
    const full = begin({ path: photos, length });
    await vi.waitFor(() => expect(full.code()).toBe("LIMIT_REACHED"), 10_000);
    await world.admin.query("update shop.reviews set status = 'REJECTED'");
    const decided = begin({ path: photos, length });
    await vi.waitFor(() => expect(decided.code()).toBe("NOT_FOUND"), 10_000);
  });

  test("uses no database connection while its file is written", async ({ desk, world }) => {
    const { begin, storeId, token, photos } = desk;
    const { files, database } = world.services;
    const write = files.write.bind(files);
    const held: number[] = [];
    files.write = async (...file) => {
      await delay(100);
      held.push(database.app.totalCount - database.app.idleCount);
      return write(...file);
    };
    const picture = await noise();
    for (const sending of [{ path: photos }, { path: `/media/store/${storeId}`, token }]) {
      const { socket, code } = begin({ ...sending, length: picture.length });
      socket.write(picture);
      await vi.waitFor(() => expect(code()).toBe("201"), 10_000);
    }
    expect(held).toEqual([0, 0]);
  });

  test("must arrive within minutes, while a streamed one may take hours", async ({ desk }) => {
    const { begin, storeId, token, photos } = desk;
    const picture = await noise();
    const uploads = [
      begin({ path: photos, length: picture.length }),
      begin({ path: `/media/store/${storeId}`, token, length: picture.length }),
      begin({ path: `/imports/store/${storeId}`, type: "text/csv", token, length: picture.length }),
    ];
    const size = Math.ceil(picture.length / 40);
    for (let at = 0; at < picture.length; at += size) {
      for (const { socket } of uploads) socket.write(picture.subarray(at, at + size));
      await delay(100);
    }
    await vi.waitFor(
      () =>
        expect(uploads.map(({ code }) => code())).toEqual([
          "REQUEST_TIMEOUT",
          "REQUEST_TIMEOUT",
          "202",
        ]),
      10_000,
    );
    const { graceMs, bytesPerSecond } = theTimeouts.wholeUpload;
    expect(graceMs / 1000 + length / bytesPerSecond).toBeLessThan(200);
  });

  test("has a memory limit per address for the bytes that have arrived, with a separate limit for staff", async ({
    desk,
  }) => {
    const { begin, storeId, token, photos } = desk;
    const picture = await noise();
    const send = (sending: Omit<Sending, "length">) => {
      const upload = begin({ ...sending, length: picture.length });
      upload.socket.write(picture);
      return vi.waitUntil(upload.code, 10_000);
    };
    // Together, these uploads are larger than the limit, so at least one is rejected.
    const large = Array.from({ length: 5 }, () => {
      const upload = begin({ path: photos, length });
      upload.socket.write(Buffer.alloc(length - 1));
      return upload;
    });
    await vi.waitFor(() => expect(codesOf(large)).toContain("RATE_LIMITED"), 5000);
    expect(await send({ path: photos, address: "192.0.2.6" })).toBe("201");
    expect(await send({ path: `/media/store/${storeId}`, token })).toBe("201");
    // An aborted upload no longer counts against the limit.
    for (const { socket } of large) socket.destroy();
    await vi.waitFor(async () => expect(await send({ path: photos })).toBe("201"), 10_000);
    // Bytes that are announced in Content-Length but not sent don't count.
    for (let i = 0; i < 20; i += 1) begin({ path: photos, length });
    expect(await send({ path: photos })).toBe("201");
  });
});
