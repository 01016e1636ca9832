import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "./create-client.ts";
import type { SignedOut } from "./page-location.ts";
import { memoryTokens, storageTokens } from "./tokens.ts";
import type { KeyValueStorage } from "./key-value-storage.ts";
import type { TokenStore } from "./tokens.ts";
import type { Transport } from "./transport.ts";

afterEach(() => vi.unstubAllGlobals());

type FakeServer = {
  generation: number;
  refreshes: number;
  /** For each request, its path and Authorization header, separated by a space. */
  seen: string[];
  answerRefresh?: (() => Response) | undefined;
  beforeRefresh?: () => Promise<void>;
  transport: Transport;
};

/** A server with one session: each refresh token works once, and only the newest access token is accepted. */
function fakeServer(): FakeServer {
  const server: FakeServer = {
    generation: 0,
    refreshes: 0,
    seen: [],
    transport: async (request) => {
      await pause(Math.random() * 5);
      const authorization = request.headers.get("authorization");
      const path = new URL(request.url).pathname.slice("/api/v1".length);
      server.seen.push(`${path} ${authorization}`);
      if (path === "/users/login") return Response.json(pair(server.generation));
      if (path === "/users/logout") return new Response(null, { status: 204 });
      if (path === "/users/refresh-token") {
        server.refreshes++;
        const body: unknown = await request.json();
        await server.beforeRefresh?.();
        if (server.answerRefresh) return server.answerRefresh();
        const expected = { refreshToken: pair(server.generation).refreshToken, rotate: true };
        if (JSON.stringify(body) !== JSON.stringify(expected))
          return problem(401, "UNAUTHENTICATED");
        return Response.json(pair(++server.generation));
      }
      return authorization === `Bearer ${pair(server.generation).accessToken}`
        ? Response.json({ id: "me" })
        : problem(401, "UNAUTHENTICATED");
    },
  };
  return server;
}

const pair = (generation: number) => ({
  accessToken: `access-token-${generation}`,
  refreshToken: `refresh-token-${generation}`,
});
const stale = { accessToken: "access-token-of-old", refreshToken: "refresh-token-0" };
const problem = (statusCode: number, code: string) =>
  Response.json(
    { code, message: code, statusCode, details: null, traceId: "t" },
    { status: statusCode },
  );
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function clientOf(server: { transport: Transport }, tokens: TokenStore) {
  const onSignedOut = vi.fn<(signedOut: SignedOut) => void>();
  return {
    client: createClient({ transport: server.transport, tokens, onSignedOut }),
    onSignedOut,
  };
}

function fakeStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

describe("one refresh at a time", () => {
  test.each([
    ["an expired access token", stale],
    ["no access token", { refreshToken: "refresh-token-0" }],
    [
      "an access token that is too short",
      { accessToken: "too-short", refreshToken: "refresh-token-0" },
    ],
  ])("100 concurrent calls with %s cause one refresh, and all succeed", async (_, initial) => {
    const server = fakeServer();
    const tokens = memoryTokens(initial);
    const { client, onSignedOut } = clientOf(server, tokens);
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.users.getMe()));
    expect(answers).toHaveLength(100);
    expect(server.refreshes).toBe(1);
    expect(tokens.read()).toEqual(pair(1));
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  test.each([["with navigator.locks"], ["without navigator.locks, on plain HTTP"]])(
    "ten tabs %s share one refresh",
    async (locks) => {
      if (locks.startsWith("without")) vi.stubGlobal("navigator", {});
      const server = fakeServer();
      const storage = fakeStorage();
      storageTokens(storage).write(stale);
      const tabs = Array.from(
        { length: 10 },
        () => clientOf(server, storageTokens(storage)).client,
      );
      const calls = tabs.flatMap((tab) => Array.from({ length: 10 }, () => tab.users.getMe()));
      await expect(Promise.all(calls)).resolves.toHaveLength(100);
      expect(server.refreshes).toBe(1);
      expect(storageTokens(storage).read()).toEqual(pair(1));
      expect(storage.getItem("tokenRefresh")).toBeNull();
    },
  );

  test("one refresh even if storage reaches other tabs after the lock is released", async () => {
    const server = fakeServer();
    const views = [fakeStorage(), fakeStorage(), fakeStorage()];
    const tabs = views.map((own) => {
      storageTokens(own).write(stale);
      const late: KeyValueStorage = {
        getItem: (key) => own.getItem(key),
        setItem(key, value) {
          own.setItem(key, value);
          for (const view of views)
            if (view !== own) setTimeout(() => view.setItem(key, value), 200);
        },
        removeItem: (key) => own.removeItem(key),
      };
      return clientOf(server, storageTokens(late)).client;
    });
    const calls = tabs.map((tab) => tab.users.getMe());
    await expect(Promise.all(calls)).resolves.toHaveLength(3);
    expect(server.refreshes).toBe(1);
  });

  test("if a tab dies with the lease, another tab waits until the lease expires", async () => {
    vi.stubGlobal("navigator", {});
    const server = fakeServer();
    const storage = fakeStorage();
    storageTokens(storage).write(stale);
    storage.setItem("tokenRefresh", JSON.stringify({ owner: "dead", until: Date.now() + 100 }));
    const { client } = clientOf(server, storageTokens(storage));
    await expect(client.users.getMe()).resolves.toEqual({ id: "me" });
    expect(server.refreshes).toBe(1);
  });

  test("a later expiry causes another refresh; a second 401 in a row is passed on", async () => {
    const server = fakeServer();
    const { client } = clientOf(server, memoryTokens(stale));
    await client.users.getMe();
    server.answerRefresh = () => Response.json({ accessToken: "access-token-nobody-knows" });
    server.generation = 7;
    await expect(client.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(server.refreshes).toBe(2);
  });

  test("an aborted call stops waiting while the refresh continues", async () => {
    const server = fakeServer();
    const tokens = memoryTokens({ refreshToken: "refresh-token-0" });
    const { client } = clientOf(server, tokens);
    server.beforeRefresh = () => pause(30);
    const controller = new AbortController();
    const given = client.users.getMe({}, { signal: controller.signal });
    const other = client.users.getMe();
    controller.abort(new Error("left"));
    await expect(given).rejects.toThrow("left");
    await expect(other).resolves.toEqual({ id: "me" });
    expect(server.refreshes).toBe(1);
  });
});

describe("a refresh that fails", () => {
  test.each([400, 401, 403])("with %d signs out once and removes the tokens", async (status) => {
    const server = fakeServer();
    const tokens = memoryTokens(stale);
    const { client, onSignedOut } = clientOf(server, tokens);
    server.answerRefresh = () => problem(status, "UNAUTHENTICATED");
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => client.users.getMe()));
    for (const call of calls)
      expect(call).toMatchObject({ status: "rejected", reason: { code: "UNAUTHENTICATED" } });
    expect(tokens.read()).toEqual({ accessToken: null, refreshToken: null });
    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith({ returnTo: "/" });
    await expect(client.users.getMe()).rejects.toMatchObject({ status: 401 });
    expect(server.refreshes).toBe(1);
    expect(server.seen.at(-1)).toBe("/users/me null");
  });

  test("before the call: the call is not sent without a token", async () => {
    const server = fakeServer();
    const { client, onSignedOut } = clientOf(
      server,
      memoryTokens({ refreshToken: stale.refreshToken }),
    );
    server.answerRefresh = () => problem(401, "UNAUTHENTICATED");
    await expect(client.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(server.seen).toEqual(["/users/refresh-token null"]);
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  test.each<[string, () => Response, object]>([
    ["a 429", () => problem(429, "RATE_LIMITED"), { code: "RATE_LIMITED" }],
    ["a 503", () => problem(503, "DATABASE_UNAVAILABLE"), { code: "DATABASE_UNAVAILABLE" }],
    ["a proxy's page", () => new Response("<html>", { status: 502 }), { status: 502 }],
    ["a proxy's refusal", () => new Response("<html>", { status: 403 }), { status: 403 }],
    [
      "no network",
      () => {
        throw new TypeError("fetch failed");
      },
      { message: "fetch failed" },
    ],
    [
      "a response without a token",
      () => Response.json({}),
      { message: "The response contains no access token." },
    ],
  ])("with %s doesn't sign out, and the next call tries again", async (_, answer, error) => {
    const server = fakeServer();
    const tokens = memoryTokens(stale);
    const { client, onSignedOut } = clientOf(server, tokens);
    server.answerRefresh = answer;
    await expect(client.users.getMe()).rejects.toMatchObject(error);
    expect(tokens.read()).toEqual(stale);
    expect(onSignedOut).not.toHaveBeenCalled();
    server.answerRefresh = undefined;
    await expect(client.users.getMe()).resolves.toEqual({ id: "me" });
  });

  test("when another tab signs out during the wait, this one signs out too and sends nothing", async () => {
    const server = fakeServer();
    const tokens = memoryTokens(stale);
    const waiting: TokenStore = {
      ...tokens,
      async exclusive(run) {
        tokens.write({ accessToken: null, refreshToken: null });
        return run();
      },
    };
    const { client, onSignedOut } = clientOf(server, waiting);
    await expect(client.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(server.refreshes).toBe(0);
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  test("a user who signs out during a refresh stays signed out", async () => {
    const server = fakeServer();
    const tokens = memoryTokens(stale);
    const { client, onSignedOut } = clientOf(server, tokens);
    server.beforeRefresh = async () => client.users.logout();
    await expect(client.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(tokens.read()).toEqual({ accessToken: null, refreshToken: null });
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});
