import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "./create-client.ts";
import { operations } from "./operations.ts";
import { bearer, memoryTokens } from "./tokens.ts";

afterEach(() => vi.unstubAllGlobals());

const tokens = { accessToken: "access-token-1", refreshToken: "refresh-token-1" };

function recorder(answer: () => Response = () => Response.json({ ok: true })) {
  const sent: { method: string; url: string; authorization: string | null; body: string }[] = [];
  return {
    sent,
    transport: async (request: Request) => {
      const authorization = request.headers.get("authorization");
      sent.push({
        method: request.method,
        url: request.url,
        authorization,
        body: await request.text(),
      });
      return answer();
    },
  };
}

test("has a method for every operation of the contract", () => {
  const client: object = createClient({ transport: recorder().transport });
  for (const [group, calls] of Object.entries(operations))
    for (const name of Object.keys(calls))
      expect(client).toHaveProperty([group, name], expect.any(Function));
});

test("sends the client's language with every call that returns texts, unless a call sets another", async () => {
  const { sent, transport } = recorder();
  const { products, stores } = createClient({ transport, language: "DE" });
  await products.getProduct({ id: "p" });
  await products.getProduct({ id: "p", language: "IT" });
  await stores.getHelp({ id: "s" });
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(["?language=DE", "?language=IT", ""]);
});

describe("the request's destination", () => {
  test.each([
    [{ baseUrl: "https://shop.example" }, "https://shop.example/api/v1/system/version"],
    [{ baseUrl: "https://shop.example/" }, "https://shop.example/api/v1/system/version"],
    [{}, "http://localhost/api/v1/system/version"],
  ])("%j", async (options, url) => {
    const { sent, transport } = recorder();
    await createClient({ ...options, transport }).system.getVersion();
    expect(sent).toMatchObject([{ method: "GET", url, authorization: null, body: "" }]);
  });

  test("is the page's origin in a browser, with fetch and the tokens of local storage", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({}));
    vi.stubGlobal("document", {});
    vi.stubGlobal("location", { origin: "https://shop.example" });
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => (key === "accessToken" ? "0123456789" : null),
    });
    vi.stubGlobal("fetch", fetch);
    await createClient().users.getMe();
    const request = fetch.mock.calls[0]?.[0];
    expect(request).toBeInstanceOf(Request);
    expect(request).toHaveProperty("url", "https://shop.example/api/v1/users/me");
    expect(request instanceof Request && request.headers.get("authorization")).toBe(
      "Bearer 0123456789",
    );
  });

  test("is required outside a browser: a transport or a baseUrl", () => {
    expect(() => createClient()).toThrow(/needs a baseUrl/);
  });

  test("works without local storage if the browser blocks it", async () => {
    vi.stubGlobal("document", {});
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      get: () => {
        throw new Error("blocked");
      },
    });
    const { sent, transport } = recorder();
    await createClient({ transport, baseUrl: "https://a.example" }).users.getMe();
    expect(sent).toMatchObject([{ authorization: null }]);
    Reflect.deleteProperty(globalThis, "localStorage");
  });
});

describe("the access token", () => {
  test.each([
    ["access-token-1", "Bearer access-token-1"],
    ["Bearer access-token-1", "Bearer access-token-1"],
    ["0123456789", "Bearer 0123456789"],
    ["012345678", null],
    ["", null],
  ])("%j is sent as %j", async (accessToken, authorization) => {
    const { sent, transport } = recorder();
    await createClient({ transport, tokens: memoryTokens({ accessToken }) }).users.getMe();
    expect(sent).toMatchObject([{ authorization }]);
  });

  test("is not sent with login and refresh-token, but with all other calls", async () => {
    const { sent, transport } = recorder();
    const client = createClient({ transport, tokens: memoryTokens(tokens) });
    await client.users.refreshToken({ body: { refreshToken: "refresh-token-1" } });
    await client.stores.getStore({ id: "sorvela" });
    await client.users.login({ body: { email: "a@b.example", password: "x" } });
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      null,
      "Bearer access-token-1",
      null,
    ]);
  });

  test("is replaced by the caller's own Authorization header, which is never refreshed", async () => {
    const { sent, transport } = recorder(() =>
      Response.json({ code: "UNAUTHENTICATED" }, { status: 401 }),
    );
    const headers = { Authorization: bearer("api-key-of-a-job") };
    const client = createClient({ transport, headers, tokens: memoryTokens(tokens) });
    await expect(client.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(sent).toMatchObject([{ authorization: "Bearer api-key-of-a-job" }]);
  });
});

describe("signing in and out", () => {
  test("login stores the tokens; logout sends the refresh token and removes both", async () => {
    const store = memoryTokens();
    const { sent, transport } = recorder(() => Response.json({ ...tokens, user: {} }));
    const client = createClient({ transport, tokens: store });
    await client.users.login({ body: { email: "a@b.example", password: "x" } });
    expect(store.read()).toEqual(tokens);
    await client.users.logout();
    expect(store.read()).toEqual({ accessToken: null, refreshToken: null });
    expect(sent[1]).toMatchObject({
      authorization: "Bearer access-token-1",
      body: '{"refreshToken":"refresh-token-1"}',
    });
  });

  test("a wrong password changes nothing; a failed logout still clears the tokens", async () => {
    const store = memoryTokens(tokens);
    const { transport } = recorder(() =>
      Response.json({ code: "INVALID_CREDENTIALS" }, { status: 401 }),
    );
    const client = createClient({ transport, tokens: store });
    const login = client.users.login({ body: { email: "a@b.example", password: "x" } });
    await expect(login).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(store.read()).toEqual(tokens);
    await expect(client.users.logout()).rejects.toMatchObject({ status: 401 });
    expect(store.read()).toEqual({ accessToken: null, refreshToken: null });
  });
});

test("a signal aborts a call with its reason", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:9" });
  const signal = AbortSignal.abort(new Error("left the page"));
  await expect(client.system.getVersion({}, { signal })).rejects.toThrow("left the page");
});
