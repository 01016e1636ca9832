import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "./create-client.ts";
import { memoryTokens } from "./tokens.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const done = () => Response.json({ version: "1" });
const busy = (details: object | null = { retryAfterSeconds: 2 }, code = "SERVER_BUSY") =>
  Response.json({ code, message: "Busy.", details }, { status: 503 });

/**
 * A server that gives these responses in turn and repeats the last one. Records the time of each request in
 * milliseconds.
 */
function server(...answers: (() => Response)[]) {
  const began = Date.now();
  const at: number[] = [];
  const keys: (string | null)[] = [];
  const transport = async (request: Request) => {
    keys.push(request.headers.get("idempotency-key"));
    at.push(Date.now() - began);
    return (answers[at.length - 1] ?? answers.at(-1) ?? done)();
  };
  return { at, keys, transport };
}

/** Runs all timers, and returns how a call ends: "done", or its error's code or message. */
async function ending(call: Promise<unknown>) {
  const settled = call.then(
    () => "done",
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
  await vi.runAllTimersAsync();
  return settled;
}

describe("a call that can be repeated", () => {
  test("is sent again after the time that the server requests", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { at, transport } = server(busy, () => busy({ retryAfterSeconds: 1 }), done);
    expect(await ending(createClient({ transport }).system.getVersion())).toBe("done");
    // The default of 2 s plus a random 1 s, then the requested 1 s plus a random 1 s.
    expect(at).toEqual([0, 3000, 5000]);
  });

  test("waits an additional random time, never less than the server requests", async () => {
    const pauses: number[] = [];
    for (let i = 0; i < 50; i += 1) {
      const { at, transport } = server(busy, done);
      await ending(createClient({ transport }).system.getVersion());
      pauses.push(at[1] ?? 0);
    }
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4000);
    expect(new Set(pauses).size).toBeGreaterThan(20);
  });

  test("ends after four attempts", async () => {
    const { at, transport } = server(busy);
    expect(await ending(createClient({ transport }).system.getVersion())).toBe("SERVER_BUSY");
    expect(at).toHaveLength(4);
    expect(at.at(-1)).toBeLessThanOrEqual(30_000);
  });

  test.each([
    ["when the server asks for more than half a minute", 31, 1],
    ["when the attempts together would take longer", 12, 3],
  ])("ends %s", async (_, retryAfterSeconds, attempts) => {
    vi.spyOn(Math, "random").mockReturnValue(0.1);
    const { at, transport } = server(() => busy({ retryAfterSeconds }));
    expect(await ending(createClient({ transport }).system.getVersion())).toBe("SERVER_BUSY");
    expect(at).toHaveLength(attempts);
    expect(at.at(-1)).toBeLessThanOrEqual(30_000);
  });

  test.each([
    [null, 2000],
    [{ retryAfterSeconds: "soon" }, 2000],
    [{ retryAfterSeconds: -1 }, 2000],
    [{ retryAfterSeconds: 0 }, 0],
  ])("waits two seconds if the response contains no valid time: %j", async (details, pause) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { at, transport } = server(() => busy(details), done);
    await ending(createClient({ transport }).system.getVersion());
    expect(at[1]).toBe(pause);
  });

  test("ends immediately when its signal is aborted while it waits", async () => {
    const { at, transport } = server(busy);
    const controller = new AbortController();
    const call = createClient({ transport }).system.getVersion({}, { signal: controller.signal });
    const ended = call.catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(500);
    controller.abort(new Error("left the page"));
    expect(await ended).toBe("left the page");
    await vi.runAllTimersAsync();
    expect(at).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("keeps its Idempotency-Key, so that an order is placed once", async () => {
    const { keys, transport } = server(busy, busy, done);
    const { orders } = createClient({ transport });
    await ending(orders.createOrder({ storeId: "s", body: { items: [] } }));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test("is repeated after a token refresh, too", async () => {
    const { at, transport } = server(
      () => Response.json({ code: "UNAUTHENTICATED" }, { status: 401 }),
      () => Response.json({ accessToken: "access-token-2", refreshToken: "refresh-token-2" }),
      busy,
      done,
    );
    const tokens = memoryTokens({ accessToken: "access-token-1", refreshToken: "refresh-token-1" });
    expect(await ending(createClient({ transport, tokens }).users.getMe())).toBe("done");
    expect(at).toHaveLength(4);
  });
});

describe("is sent once:", () => {
  test("a writing call without an Idempotency-Key that the server supports", async () => {
    const { at, transport } = server(busy);
    const client = createClient({ transport, tokens: memoryTokens() });
    const body = { type: "PERCENTAGE" as const, value: 10 };
    expect(await ending(client.discounts.createDiscount({ storeId: "s", body }))).toBe(
      "SERVER_BUSY",
    );
    const key = { idempotencyKey: "mine" };
    await ending(client.discounts.createDiscount({ storeId: "s", body }, key));
    await ending(client.discounts.deleteDiscount({ id: "d" }));
    expect(at).toHaveLength(3);
  });

  test.each(["DATABASE_UNAVAILABLE", "SHUTTING_DOWN", "RATE_LIMITED"])(
    "a call that fails with %s",
    async (code) => {
      const { at, transport } = server(() => busy({ retryAfterSeconds: 1 }, code));
      expect(await ending(createClient({ transport }).system.getVersion())).toBe(code);
      expect(at).toHaveLength(1);
    },
  );

  test("every call of a client with retryBusy: false", async () => {
    const { at, transport } = server(busy);
    const client = createClient({ transport, retryBusy: false });
    expect(await ending(client.system.getVersion())).toBe("SERVER_BUSY");
    expect(at).toHaveLength(1);
  });
});
