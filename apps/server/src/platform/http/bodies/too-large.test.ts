// @module-tag slow

import { connect } from "node:net";
import { expect } from "vitest";
import { maxBodyBytes } from "@vetrina/contract/endpoint";
import { maxReviewPhotoBytes } from "@vetrina/contract/catalogue/reviews";
import { seedProduct } from "#tests/seed.ts";
import { test as base } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { openShop, type Shop, signedIn } from "../contract.fixture.ts";

type Sending = { path: string; type: string; token?: string; maxBytes: number };
type Desk = { shop: Shop; port: number; sendings: Sending[] };

const test = base.extend<{ desk: Desk }>({
  desk: async ({ world }, use) => {
    const app = buildApp(world.services, {
      rateLimits: false,
      checkResponses: true,
      trustProxy: false,
    });
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const shop = await openShop(world, "mine");
    const { storeId, host } = shop;
    const { productId } = await seedProduct(world, storeId);
    const words = { name: "Eve", title: "T", content: "C" };
    const review = await world.client({ host }).reviews.createReview({ productId, body: words });
    const token = await signedIn(world, { storeId, permissions: ["MANAGE_PRODUCTS"] });
    const sendings = [
      { path: "/users/login", type: "application/json", maxBytes: maxBodyBytes.anonymous },
      {
        path: `/products/store/${storeId}`,
        type: "application/json",
        token,
        maxBytes: maxBodyBytes.identified,
      },
      {
        path: `/reviews/${review.id}/photos?key=${review.photoKey}`,
        type: "image/png",
        maxBytes: maxReviewPhotoBytes,
      },
    ];
    await use({ shop, port: Number(port), sendings });
    await app.close();
  },
});

/**
 * Sends until the connection is closed, at most twice the call's limit. Returns the status, the code and whether the
 * response closes the connection.
 */
function send({ shop, port }: Desk, { path, type, token, maxBytes }: Sending, length: string) {
  const socket = connect(port, "127.0.0.1");
  const closed = Promise.withResolvers<string>();
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (bytes) => (answer += bytes.toString()));
  socket.on("close", () => {
    const [head = ""] = answer.split("\r\n\r\n");
    const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
    const closes = /^connection: close$/im.test(head) ? "closes" : "stays";
    closed.resolve(`${status} ${/"code":"(\w+)"/.exec(answer)?.[1]} ${closes}`);
  });
  const bearer = token === undefined ? "" : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nhost: ${shop.host}\r\n${bearer}content-type: ${type}\r\n${length}\r\n\r\n`,
  );
  const chunk = "x".repeat(0x4000);
  let sent = 0;
  const sendMore = () => {
    while (sent < 2 * maxBytes && socket.writable) {
      sent += chunk.length;
      if (!socket.write(`4000\r\n${chunk}\r\n`)) {
        socket.once("drain", sendMore);
        return;
      }
    }
  };
  if (length.startsWith("transfer-encoding")) sendMore();
  return closed.promise;
}

test("a body whose Content-Length is too large is rejected before any of it arrives, and the connection is closed", async ({
  desk,
}) => {
  const ends = await Promise.all(
    desk.sendings.map((sending) => send(desk, sending, `content-length: ${sending.maxBytes + 1}`)),
  );
  expect(ends).toEqual(ends.map(() => "413 PAYLOAD_TOO_LARGE closes"));
});

test("a body that grows too large is rejected, and the connection is closed while more arrives", async ({
  desk,
}) => {
  const ends = await Promise.all(
    desk.sendings.map((sending) => send(desk, sending, "transfer-encoding: chunked")),
  );
  expect(ends).toEqual(ends.map(() => "413 PAYLOAD_TOO_LARGE closes"));
});
