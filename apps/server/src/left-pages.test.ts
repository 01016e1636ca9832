import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test } from "#tests/world.ts";
import { servePages } from "./pages.fixture.ts";
import { addressTime } from "./platform/http/callers/address-time.ts";
import { callerAddress, isInProcess } from "./platform/http/transport.ts";

const patience = { timeout: waitLimit };
const here = "127.0.0.1";
const elsewhere = "192.0.2.1";

test("a page that its caller left keeps its share until its calls end, and counts against the address", async ({
  world,
}) => {
  const gate = Promise.withResolvers<void>();
  /** How many calls have begun for pages of an address. */
  const begun = { [here]: 0, [elsewhere]: 0 };
  let left = 0;
  let listen: (() => Promise<string>) | undefined;
  const { read, close } = await servePages(world, await seedStore(world, { slug: "shop" }), {
    rateLimits: true,
    prepare(app) {
      app.addHook("onRequest", async (request, reply) => {
        const address = callerAddress(request);
        if (!isInProcess(request)) reply.raw.once("close", () => void (left += 1));
        else if (address === here || address === elsewhere) {
          begun[address] += 1;
          await gate.promise;
        }
      });
      listen = async () => {
        await app.listen({ port: 0, host: here });
        return `http://${here}:${(app.server.address() as AddressInfo).port}/policy`;
      };
    },
  });
  const page = (await listen?.()) ?? "";
  const open = () => {
    const request = get(page, { headers: { host: "shop.localhost" }, agent: false });
    return request.on("error", () => {}).on("response", (answer) => answer.resume());
  };
  const spend = vi.spyOn(addressTime, "spend");
  const requests = [open(), open(), open()];
  await vi.waitFor(() => expect(begun[here]).toBeGreaterThanOrEqual(3), patience);
  const calls = begun[here];
  for (const request of requests) request.destroy();
  await vi.waitFor(() => expect(left).toBe(3), patience);
  const next = once(open(), "close");
  const other = read("/policy", { remoteAddress: elsewhere });
  await vi.waitFor(() => expect(begun[elsewhere]).toBeGreaterThan(0), patience);
  expect(begun[here]).toBe(calls);
  gate.resolve();
  expect((await other).statusCode).toBe(200);
  await next;
  const ofLeft = spend.mock.calls.filter(([address, ms]) => address === here && ms === 20);
  expect(ofLeft).toHaveLength(3);
  spend.mockRestore();
  await close();
});
