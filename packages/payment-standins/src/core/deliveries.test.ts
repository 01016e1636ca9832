import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createDeliverer } from "./deliveries.ts";
import { openStore } from "./store.ts";
import { deliveries, type Delivery, type Provider } from "./types.ts";

test("a delivery stays delivered if another copy fails for good", async () => {
  let count = 0;
  const shop = createServer((_, response) => {
    count += 1;
    response.writeHead(count === 1 ? 200 : 500).end();
  });
  shop.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const { port } = shop.address() as AddressInfo;
  const store = openStore(null, now);
  const provider = { sign: () => ({}) } as unknown as Provider;
  const deliverer = createDeliverer(store, provider, now, () => "", [1]);
  deliverer.mode({ copies: 2 });
  store.transact((tx) => tx.put(deliveries, deliveryTo(`http://127.0.0.1:${port}`)));
  await deliverer.drain();
  await new Promise((resolve) => shop.close(resolve));
  expect(count).toBe(3);
  expect(deliverer.list()).toMatchObject([{ status: "delivered", attempts: { length: 3 } }]);
});

function now(): Date {
  return new Date();
}

function deliveryTo(url: string): Delivery {
  return {
    id: "one",
    account: "",
    endpoint: "",
    event: "",
    url,
    body: "{}",
    contentType: "application/json",
    createdAt: "",
    status: "waiting",
    attempts: [],
    headers: {},
  };
}
