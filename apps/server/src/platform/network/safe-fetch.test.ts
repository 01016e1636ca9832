import { createSocket } from "node:dgram";
import dns from "node:dns";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, describe, expect, test as base, vi } from "vitest";
import { safeFetch, SafeFetchError, type SafeFetchOptions } from "./safe-fetch.ts";

const options: SafeFetchOptions = {
  timeoutMs: 2000,
  maximumBytes: 1000,
  maximumRedirects: 3,
  allowLoopback: true,
};

/** A loopback server whose responses the test defines; `hits` lists the requests it got. */
type Site = { url: string; hits: string[]; answer: RequestListener };

const test = base.extend<{ site: Site }>({
  site: async ({ task: _task }, use) => {
    const site: Site = { url: "", hits: [], answer: (_request, response) => response.end("hello") };
    const server = createServer((request, response) => {
      site.hits.push(request.url ?? "");
      site.answer(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(site);
    server.closeAllConnections();
    server.close();
  },
});

afterEach(() => vi.restoreAllMocks());

async function refusal(url: string, over: Partial<SafeFetchOptions> = {}): Promise<string> {
  const error: unknown = await safeFetch(url, { ...options, ...over }).catch((e: unknown) => e);
  if (!(error instanceof SafeFetchError)) throw error;
  return `${error.reason}: ${error.message}`;
}

test("returns the response", async ({ site }) => {
  const { body, url } = await safeFetch(`${site.url}/a?b`, options);
  expect([body.toString(), url]).toEqual(["hello", `${site.url}/a?b`]);
});

test("follows three redirects and not four", async ({ site }) => {
  site.answer = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("there");
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  };
  expect((await safeFetch(`${site.url}/3`, options)).body.toString()).toBe("there");
  expect(await refusal(`${site.url}/4`)).toBe("failed: it redirects too often");
});

describe("never fetched", () => {
  test.for([
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f.1:PORT/",
    "http://0:PORT/",
    "http://[::1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://10.0.0.1/",
    "http://192.168.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/",
    "ftp://127.0.0.1/a",
    "file:///etc/passwd",
    "data:text/plain,x",
    "http://me:secret@1.1.1.1/",
    "nowhere",
  ])("%s", async (address, { site }) => {
    const url = address.replace("PORT", new URL(site.url).port);
    expect(await refusal(url, { allowLoopback: false })).toMatch(/^forbidden/);
    expect(site.hits).toEqual([]);
  });

  test.for([
    "http://10.0.0.1/a",
    "http://169.254.169.254/",
    "file:///etc/passwd",
    "//192.168.1.1/x",
  ])("a redirect to %s", async (location, { site }) => {
    site.answer = (_request, response) => response.writeHead(301, { location }).end();
    expect(await refusal(site.url)).toMatch(/^forbidden/);
  });

  test("a name with one private address among public ones", async () => {
    resolveTo(["93.184.216.34", "10.0.0.1"]);
    const isPrivate = /^forbidden: mixed\.example is in a private/;
    expect(await refusal("http://mixed.example/")).toMatch(isPrivate);
    resolveTo(["93.184.216.34"]);
    vi.spyOn(Resolver.prototype, "resolve6").mockResolvedValue(["fd00::1"]);
    expect(await refusal("http://mixed.example/")).toMatch(isPrivate);
  });

  test("a name that would resolve differently the second time: it is resolved once", async ({
    site,
  }) => {
    const resolved = resolveTo(["127.0.0.1"]);
    const { port } = new URL(site.url);
    await safeFetch(`http://rebinding.example:${port}/`, options);
    expect(resolved).toHaveBeenCalledTimes(1);
    resolveTo(["127.0.0.1"]);
    expect(await refusal(`http://rebinding.example:${port}/`, { allowLoopback: false })).toMatch(
      /^forbidden/,
    );
    expect(site.hits).toHaveLength(1);
  });
});

describe("unusable responses", () => {
  test("too large, declared or not", async ({ site }) => {
    site.answer = (_request, response) => response.end("x".repeat(1001));
    expect(await refusal(site.url)).toMatch(/^failed: it is larger/);
    site.answer = (_request, response) => {
      const timer = setInterval(() => response.write("x".repeat(400)), 5);
      response.on("close", () => clearInterval(timer));
    };
    expect(await refusal(site.url)).toMatch(/^failed: it is larger/);
  });

  test("an error status, a broken connection, no server", async ({ site }) => {
    site.answer = (_request, response) => response.writeHead(404).end();
    expect(await refusal(site.url)).toBe("failed: it answers with status 404");
    site.answer = (_request, response) => response.destroy();
    expect(await refusal(site.url)).toBe("unreachable: the connection was closed early");
    site.answer = (_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    };
    expect(await refusal(site.url)).toMatch(/^unreachable/);
    expect(await refusal(`http://127.0.0.1:${await freePort()}/`)).toBe(
      "unreachable: the connection was refused",
    );
  });

  test("slow headers or body: the timeout covers everything", async ({ site }) => {
    site.answer = () => {};
    expect(await refusal(site.url, { timeoutMs: 100 })).toBe("unreachable: no answer within 0.1 s");
    site.answer = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    };
    expect(await refusal(site.url, { timeoutMs: 150 })).toMatch(/^unreachable: no answer/);
  });

  test("a name server that never answers: the query ends with the fetch, and no thread waits", async () => {
    const server = createSocket("udp4").bind(0, "127.0.0.1");
    await once(server, "listening");
    const asked = sendQueriesTo(server.address().port);
    const lookups = vi.spyOn(dns, "lookup");
    const hosts = Array.from({ length: 12 }, (_, i) => `http://h${i}.slow.example/`);
    const refusals = await Promise.all(hosts.map((url) => refusal(url, { timeoutMs: 1000 })));
    expect(new Set(refusals)).toEqual(new Set(["unreachable: no answer within 1 s"]));
    await vi.waitFor(() => expect(asked).toEqual({ queries: 24, pending: 0 }));
    expect(lookups).not.toHaveBeenCalled();
    server.close();
  });

  test("a name without addresses", async () => {
    vi.spyOn(Resolver.prototype, "resolve4").mockRejectedValue(failure("ENODATA"));
    vi.spyOn(Resolver.prototype, "resolve6").mockRejectedValue(failure("ENOTFOUND"));
    expect(await refusal("http://none.example/")).toBe("unreachable: its host is not known");
  });
});

/** Sends DNS queries to this local port and counts them. */
function sendQueriesTo(port: number): { queries: number; pending: number } {
  const count = { queries: 0, pending: 0 };
  for (const name of ["resolve4", "resolve6"] as const) {
    const original = Resolver.prototype[name] as (host: string) => Promise<string[]>;
    vi.spyOn(Resolver.prototype, name).mockImplementation(async function (
      this: Resolver,
      host: string,
    ) {
      // setServers() works only before the resolver's first query.
      if (name === "resolve4") this.setServers([`127.0.0.1:${port}`]);
      count.queries += 1;
      count.pending += 1;
      try {
        return await original.call(this, host);
      } finally {
        count.pending -= 1;
      }
    });
  }
  return count;
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function resolveTo(addresses: string[]) {
  vi.spyOn(Resolver.prototype, "resolve6").mockRejectedValue(failure("ENODATA"));
  return vi.spyOn(Resolver.prototype, "resolve4").mockResolvedValue(addresses);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  await once(connect(port, "127.0.0.1"), "error");
  return port;
}
