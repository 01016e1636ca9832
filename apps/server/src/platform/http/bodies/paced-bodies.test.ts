import { expect, vi } from "vitest";
import { busyFor, countTicks } from "../../event-loop/ticks.fixture.ts";
import { newId } from "../../id.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";

const items = Array.from({ length: 100 }, () => ({ variantId: newId(), quantity: 1 }));
const quote = (storeId: string) => ({ storeId, country: "US", items });
const event = () => ({ id: "evt_1", type: "charge.updated", data: items });

/** Well-formed signatures that are not valid, so that the body is read but not processed. */
const signatureHeaders = () => ({
  "stripe-signature": "t=1,v1=0",
  "paypal-transmission-id": "one",
  "paypal-transmission-time": new Date().toISOString(),
  "paypal-cert-url": "https://api.paypal.com/certificate",
  "paypal-transmission-sig": "AAAA",
  "paypal-auth-algo": "SHA256withRSA",
});

test.for([
  ["/shipping/calculate", quote],
  ["/webhooks/stripe", event],
  ["/webhooks/paypal", event],
  ["/payment/webhook", event],
] as const)(
  "bodies that arrive at once at %s are parsed in different ticks of the event loop",
  async ([path, bodyOf], { world }) => {
    const payload = bodyOf(await seedStore(world));
    const size = JSON.stringify(payload).length;
    expect(size).toBeGreaterThan(5000);
    const ticks = countTicks();
    const parse = JSON.parse.bind(JSON);
    const spy = vi.spyOn(JSON, "parse").mockImplementation((text: string) => {
      if (text.length === size) ticks.note();
      // Blocks for longer than pace() lets work run in one iteration of the event loop (4 ms), as parsing many bodies
      // would.
      busyFor(5);
      return parse(text) as unknown;
    });
    try {
      const url = `/api/v1${path}`;
      const headers = signatureHeaders();
      await Promise.all(
        Array.from({ length: 30 }, () =>
          world.app.inject({ method: "POST", url, headers, payload }),
        ),
      );
    } finally {
      spy.mockRestore();
      ticks.end();
    }
    expect(ticks.total()).toBe(30);
    expect(ticks.most()).toBeLessThanOrEqual(2);
  },
);
