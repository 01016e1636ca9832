import { connect } from "node:net";
import { text as streamText } from "node:stream/consumers";
import { describe, expect, vi } from "vitest";
import { seedProduct, seedSession, seedStore } from "#tests/seed.ts";
import { seedUser } from "../../domains/users/user.fixture.ts";
import { test } from "#tests/world.ts";
import { buildApp } from "../../app.ts";

const limited = test.extend({ options: { rateLimits: true } });

describe("checks before every handler", () => {
  test("return errors in one format, with a trace id that is also a header", async ({ world }) => {
    const answer = await world.app.inject({ method: "GET", url: "/api/v1/stores/nowhere.example" });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      code: "NOT_FOUND",
      message: "There is no such store.",
      statusCode: 404,
      details: null,
      traceId: answer.headers["x-trace-id"],
    });
  });

  test("return the same format for requests that are too long or malformed", async ({ world }) => {
    const { host } = new URL(await world.app.listen({ port: 0, host: "127.0.0.1" }));
    const send = async (text: string) => {
      const [name = "", port] = host.split(":");
      const socket = connect(Number(port), name);
      socket.end(text);
      const [head = "", body = ""] = (await streamText(socket)).split("\r\n\r\n");
      const { traceId, ...failure } = JSON.parse(body) as { traceId: string };
      expect(head).toContain(`x-trace-id: ${traceId}`);
      return [head.slice(0, 12), failure];
    };
    const long = `/api/v1/products/store/sorvela?name=${"a".repeat(20_000)}`;
    expect(await send(`GET ${long} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatchObject([
      "HTTP/1.1 413",
      { code: "PAYLOAD_TOO_LARGE", statusCode: 413, details: null },
    ]);
    expect(await send("what is this\r\n\r\n")).toMatchObject([
      "HTTP/1.1 400",
      { code: "VALIDATION_FAILED", statusCode: 400, details: null },
    ]);
  });

  test("report every validation error of a body with its path", async ({ world }) => {
    const storeId = await seedStore(world);
    const answer = await world.app.inject({
      method: "POST",
      url: `/api/v1/orders/store/${storeId}`,
      payload: { items: [{ quantity: 0 }], email: "nobody", role: "ADMIN" },
    });
    const { code, details } = answer.json<{ code: string; details: { path: string }[] }>();
    expect(code).toBe("VALIDATION_FAILED");
    expect(details.map((error) => error.path).toSorted()).toEqual([
      "email",
      "items.0.quantity",
      "role",
    ]);
  });

  test("reject text and dates that PostgreSQL can't store, with the path", async ({ world }) => {
    const storeId = await seedStore(world);
    const { productId } = await seedProduct(world, storeId);
    const send = async (method: "GET" | "POST", url: string, payload: object = {}) => {
      const answer = await world.app.inject({ method, url: `/api/v1${url}`, payload });
      const { code, details } = answer.json<{ code: string; details: { path: string }[] }>();
      return [code, ...(details ?? []).map((error) => error.path)];
    };
    const order = { items: [{ variantId: productId, quantity: 1 }], note: "a\0b" };
    expect(await send("POST", `/orders/store/${storeId}`, order)).toEqual([
      "VALIDATION_FAILED",
      "note",
    ]);
    expect(
      await send("POST", "/discounts/validate", { code: "\ud800", items: order.items }),
    ).toEqual(["VALIDATION_FAILED", "code"]);
    expect(await send("GET", "/stores/a%00b")).toEqual(["VALIDATION_FAILED", "id"]);
    expect(await send("GET", `/products/store/${storeId}?name=a%00b`)).toEqual([
      "VALIDATION_FAILED",
      "name",
    ]);
    expect(
      await send("GET", `/inventory/levels?storeId=${storeId}&startDate=0000-01-01T00:00:00Z`),
    ).toEqual(["VALIDATION_FAILED", "startDate"]);
    expect(
      await send("POST", `/orders/store/${storeId}`, { items: [{ "a\0": 1, quantity: 1 }] }),
    ).toEqual(["VALIDATION_FAILED", "items.0"]);
  });

  test("reject invalid JSON, other media types, forms and bodies that are too large", async ({
    world,
  }) => {
    const url = `/api/v1/orders/store/${await seedStore(world)}`;
    const send = async (type: string, payload: string) =>
      (
        await world.app.inject({ method: "POST", url, headers: { "content-type": type }, payload })
      ).json<{ code: string }>().code;
    expect(await send("application/json", "{")).toBe("INVALID_JSON");
    expect(await send("application/json", "")).toBe("INVALID_JSON");
    const bare = (await world.app.inject({ method: "POST", url })).json<{ details: unknown[] }>();
    expect(bare.details).toContainEqual({ path: "items", message: expect.any(String) });
    expect(await send("application/json", '{"__proto__":{"a":1}}')).toBe("INVALID_JSON");
    expect(await send("text/plain", '{"items":[]}')).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await send("application/x-www-form-urlencoded", "items=")).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
    expect(await send("application/json", `"${"x".repeat(1_100_000)}"`)).toBe("PAYLOAD_TOO_LARGE");
    expect(await send("application/json", `${"[".repeat(10_000)}${"]".repeat(10_000)}`)).toBe(
      "VALIDATION_FAILED",
    );
  });

  test("use the same format for malformed addresses and unknown paths", async ({ world }) => {
    const get = async (method: "GET" | "PROPFIND", url: string) => {
      const answer = await world.app.inject({ method: method as "GET", url });
      const { code, traceId } = answer.json<{ code: string; traceId: string }>();
      return [answer.statusCode, code, typeof traceId, answer.headers["cache-control"]];
    };
    const rejected = [400, "VALIDATION_FAILED", "string", "no-store"];
    expect(await get("GET", "/api/v1/stores/%")).toEqual(rejected);
    expect(await get("GET", "/api/v1/stores/%E0%A4%A")).toEqual(rejected);
    const nowhere = [404, "NOT_FOUND", "string", "no-store"];
    expect(await get("GET", "/nothing")).toEqual(nowhere);
    expect(await get("PROPFIND", "/api/v1/system/version")).toEqual(nowhere);
  });

  test("list the methods of a call, and return 404 for an unknown call", async ({ world }) => {
    const wrong = await world.app.inject({ method: "DELETE", url: "/api/v1/users/login" });
    expect([wrong.statusCode, wrong.headers["allow"]]).toEqual([405, "POST"]);
    expect((await world.app.inject({ method: "GET", url: "/api/v1/nothing" })).statusCode).toBe(
      404,
    );
  });

  test("an unknown host is 421 if the call needs a store's host, and ignored otherwise", async ({
    world,
  }) => {
    await seedStore(world);
    const unknownHost = world.client({ host: "evil.example" });
    await expect(
      unknownHost.orders.getOrderThankYou({ id: "X", emailOrder: "a@b.example" }),
    ).rejects.toMatchObject({
      code: "UNKNOWN_HOST",
      statusCode: 421,
    });
    await expect(unknownHost.system.getVersion()).resolves.toMatchObject({
      apiVersion: "3.14.0-dev.1",
    });
  });

  test("a host longer than any real one is rejected before it is parsed", async ({ world }) => {
    await seedStore(world);
    const host = encodeURIComponent("一".repeat(500));
    const parse = URL.parse.bind(URL);
    const longest = vi.spyOn(URL, "parse").mockImplementation((...of) => parse(...of));
    for (const url of ["/api/v1/version", "/api/v1/nothing", "/health/live"]) {
      const answer = await world.app.inject({ method: "GET", url, headers: { host } });
      expect(answer.json()).toMatchObject({ code: "UNKNOWN_HOST", statusCode: 421 });
    }
    const refused = await world.app.inject({
      method: "POST",
      url: "/api/v1/users/refresh-token",
      headers: { origin: `https://${host}`, cookie: "vetrina_refresh=x" },
    });
    expect(refused.statusCode).toBe(401);
    expect(longest.mock.calls.filter(([text]) => String(text).includes(host))).toEqual([]);
  });

  test.for([
    "shop.localhost@evil.example",
    "shop.localhost:3000@evil.example",
    "shop.localhost, evil.example",
    "shop.localhost/x",
    "shop.localhost:80a",
  ])(
    "a Host that is more than a host and a port, such as %s, is rejected",
    async (host, { world }) => {
      await seedStore(world, { slug: "shop" });
      for (const url of ["/", "/robots.txt", "/sitemap.xml", "/health/live"])
        expect((await world.app.inject({ url, headers: { host } })).statusCode).toBe(421);
    },
  );

  test.for(["localhost", "shop.localhost:3000", "127.0.0.1:1", "[::1]:3000"])(
    "a request with the Host %s is answered",
    async (host, { world }) => {
      await seedStore(world, { slug: "shop" });
      const answer = await world.app.inject({ url: "/health/live", headers: { host } });
      expect(answer.statusCode).toBe(200);
    },
  );

  test("an idempotency key belongs to the caller, whichever of their tokens is used", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { variantIds } = await seedProduct(world, storeId);
    const body = { items: [{ variantId: variantIds[0] ?? "", quantity: 1 }] };
    const { id: userId } = await seedUser(world);
    const order = async () => {
      const accessToken = await seedSession(world, userId);
      const client = world.client({ accessToken });
      return (await client.orders.createOrder({ storeId, body }, { idempotencyKey: "k" })).id;
    };
    expect(await order()).toBe(await order());
    await expect(
      world.client().orders.createOrder({ storeId, body }, { idempotencyKey: "k" }),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("another store's ids are not found", async ({ world }) => {
    const { productId } = await seedProduct(world, await seedStore(world));
    await expect(world.client().products.getProduct({ id: productId })).resolves.toMatchObject({
      id: productId,
    });
    await expect(
      world.client().products.getProduct({ id: crypto.randomUUID() }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("limits", () => {
  limited("each address has its own limit of lookups per minute", async ({ world }) => {
    await seedStore(world);
    const look = (address: string, id: string) =>
      world
        .client({ address })
        .orders.getOrderThankYou({ id, emailOrder: "a@b.example" })
        .catch((error: unknown) => (error as { code: string }).code);
    const codes = await Promise.all(
      Array.from({ length: 25 }, (_, i) => look("192.0.2.7", `N${i}`)),
    );
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(5);
    expect(await look("192.0.2.8", "N99")).toBe("ORDER_NOT_FOUND");
  });

  limited("one order number can't be guessed from many addresses", async ({ world }) => {
    await seedStore(world);
    const codes = await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        world
          .client({ address: `192.0.2.${i + 1}` })
          .orders.getOrderThankYou({ id: "7K3M-9QXZ", emailOrder: `a${i}@b.example` })
          .catch((error: unknown) => (error as { code: string }).code),
      ),
    );
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(5);
  });

  limited(
    "an order is found under every spelling of its number, and all spellings share one count",
    async ({ world }) => {
      const storeId = await seedStore(world);
      const { variantIds } = await seedProduct(world, storeId);
      const order = await world.client().orders.createOrder({
        storeId,
        body: {
          items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
          email: "ada@example.com",
        },
      });
      await world.admin.query("update shop.orders set order_number = 'SIKS-SIKS'");
      let calls = 0;
      const look = (id: string, emailOrder = "ada@example.com") =>
        world
          .client({ address: `192.0.2.${++calls}` })
          .orders.getOrderThankYou({ id, emailOrder })
          .then(
            (found) => found.id,
            (error: unknown) => (error as { code: string }).code,
          );
      for (const id of [
        "\u017fiks-siks",
        "S\u0131KS-SIKS",
        "s\u0131ks-s\u0131k\u017f",
        "SİKS-SIKS",
        "ＳIKS-SIKS",
      ])
        expect([id, await look(id)]).toEqual([id, "ORDER_NOT_FOUND"]);
      const spelled = ["SIKS-SIKS", "siks-siks", "SikS-sIKs", " siks-SIKS ", "SI\u212aS-SIKS"];
      const found = await Promise.all(
        Array.from({ length: 25 }, (_, i) => look(spelled[i % spelled.length] ?? "")),
      );
      expect(found.filter((one) => one === order.id)).toHaveLength(20);
      expect(found.filter((one) => one === "RATE_LIMITED")).toHaveLength(5);
    },
  );
});

const urls = ["/", "/sitemap.xml", "/health/live", "/api/v1/system/version"];

describe("a request through a trusted proxy", () => {
  test.for(["javascript", "https://evil.example/x?", "ws", "https, file", "HTTPS"])(
    "whose X-Forwarded-Proto is '%s' is rejected",
    async (protocol, { world }) => {
      await seedStore(world, { slug: "shop" });
      const headers = { host: "shop.localhost", "x-forwarded-proto": protocol };
      for (const url of urls) {
        const answer = await world.app.inject({ url, headers });
        expect([url, answer.statusCode]).toEqual([url, 400]);
        expect(answer.body).not.toContain(protocol);
      }
    },
  );

  test.for(["http", "https", "javascript, https"])(
    "whose X-Forwarded-Proto is '%s' is answered with addresses of the last protocol",
    async (protocol, { world }) => {
      await seedStore(world, { slug: "shop" });
      const headers = { host: "shop.localhost", "x-forwarded-proto": protocol };
      const { statusCode, body } = await world.app.inject({ url: "/sitemap.xml", headers });
      expect(statusCode).toBe(200);
      const locations = body.match(/<loc>[^:]*:/g) ?? [];
      expect([...new Set(locations)]).toEqual([`<loc>${protocol.split(" ").at(-1)}:`]);
    },
  );
});

test("without a trusted proxy, X-Forwarded-Proto is ignored", async ({ world }) => {
  const app = buildApp(world.services, {
    rateLimits: false,
    checkResponses: false,
    trustProxy: false,
  });
  const headers = { host: "localhost", "x-forwarded-proto": "javascript" };
  expect((await app.inject({ url: "/health/live", headers })).statusCode).toBe(200);
  await app.close();
});

test("a request with more than one Host is rejected, even if they are equal", async ({ world }) => {
  await seedStore(world, { slug: "shop" });
  const { port, hostname } = new URL(await world.app.listen({ port: 0, host: "127.0.0.1" }));
  const send = async (version: string, hosts: readonly string[]) => {
    const socket = connect(Number(port), hostname);
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join("");
    socket.end(`GET /health/live HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`);
    const [head = "", body = ""] = (await streamText(socket)).split("\r\n\r\n");
    return [head.slice(9, 12), body.includes("Send one Host header.")];
  };
  expect(await send("1.1", ["shop.localhost"])).toEqual(["200", false]);
  for (const version of ["1.0", "1.1"])
    for (const second of ["shop.localhost", "evil.example", ""])
      for (const hosts of [
        ["shop.localhost", second],
        [second, "shop.localhost"],
      ])
        expect([hosts, await send(version, hosts)]).toEqual([hosts, ["400", true]]);
});
