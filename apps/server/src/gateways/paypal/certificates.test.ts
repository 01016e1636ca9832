import { X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type Chain,
  certificateName,
  createChain,
  createExpiredChain,
} from "@vetrina/payment-standins/paypal/certificates";
import { officialRoots, trustedKey } from "./certificate-chain.ts";
import { createPayPalCertificates, type SandboxTrust } from "./certificates.ts";

const now = new Date();
const chain = createChain("CERT-1", now);
const other = createChain("CERT-2", now);
const [leaf = "", middle = ""] = chain.certificates.split(/(?=-----BEGIN)/);
const [otherLeaf = ""] = other.certificates.split(/(?=-----BEGIN)/);

function keyOf(pem: string, { name = certificateName, roots = [chain.root], at = now } = {}) {
  const trusted = roots.map((root) => new X509Certificate(root));
  return trustedKey(pem, name, trusted, at);
}

describe("a certificate of PayPal", () => {
  test("is trusted if its name, its validity period and its chain to a root are right", () => {
    const found = keyOf(chain.certificates);
    expect(found?.key.equals(new X509Certificate(leaf).publicKey)).toBe(true);
    expect(found?.until).toEqual(new Date(new X509Certificate(leaf).validTo));
    expect(keyOf(leaf + otherLeaf + middle)).not.toBeNull();
  });

  test.each([
    ["of another root", keyOf(chain.certificates, { roots: [other.root] })],
    ["of no root", keyOf(chain.certificates, { roots: [] })],
    ["without the one between", keyOf(leaf)],
    ["with another one between", keyOf(leaf + other.certificates)],
    [
      "with another name",
      keyOf(chain.certificates, { name: "messageverificationcerts.paypal.com" }),
    ],
    ["with a name of another domain", keyOf(createChain("c", now, "paypal.example").certificates)],
    ["that has expired", keyOf(createExpiredChain("c", now).certificates)],
    ["that isn't valid yet", keyOf(chain.certificates, { at: new Date("2020-01-01") })],
    ["that may sign others", keyOf(middle, { name: "" })],
    ["that brings its own root", keyOf(other.certificates + other.root)],
    ["that is none", keyOf("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")],
    ["that is empty", keyOf("")],
    ["after six others", keyOf(leaf.repeat(6))],
  ])("is not trusted %s", (_, found) => {
    expect(found).toBeNull();
  });

  test("is never trusted with roots other than Node's, except from a stand-in", () => {
    expect(officialRoots().length).toBeGreaterThan(50);
    expect(trustedKey(chain.certificates, certificateName, officialRoots(), now)).toBeNull();
  });
});

async function serve(served: Chain) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(String(request.url));
    if (String(request.url).endsWith("-away")) return void response.destroy();
    response.end(String(request.url).endsWith("-none") ? "not found" : served.certificates);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trust: SandboxTrust = { origin, root: served.root };
  return { origin, trust, requests, url: `${origin}/v1/notifications/certs/CERT-1` };
}

describe("certificates", () => {
  test("are fetched once for concurrent calls, and kept", async () => {
    const { trust, url, requests } = await serve(chain);
    const find = createPayPalCertificates(() => now, trust);
    const found = await Promise.all(Array.from({ length: 20 }, () => find(url, "TEST", null)));
    expect(found.every((key) => key !== null && key !== "busy")).toBe(true);
    await find(url, "TEST", null);
    expect(requests).toHaveLength(1);
  });

  test("are fetched only from PayPal's addresses, and from a stand-in only in TEST", async () => {
    const { origin, trust, url, requests } = await serve(chain);
    const find = createPayPalCertificates(() => now, trust);
    const path = "/v1/notifications/certs/CERT-1";
    for (const address of [
      `https://paypal.example${path}`,
      `https://api.paypal.com.example${path}`,
      `https://api.paypal.com@${new URL(origin).host}${path}`,
      `https://api.paypal.com:8443${path}`,
      `http://api.paypal.com${path}`,
      `https://api.paypal.com/other/CERT-1`,
      `${origin}/v1/notifications/certs/../../CERT-1`,
      `${url}?x=1`,
      `${url}#x`,
      `http://user@${new URL(origin).host}${path}`,
      "file:///etc/passwd",
      "not an address",
      "",
    ])
      expect([address, await find(address, "TEST", null)]).toEqual([address, null]);
    expect(await find(url, "LIVE", null)).toBeNull();
    expect(await createPayPalCertificates(() => now, null)(url, "TEST", null)).toBeNull();
    expect(requests).toEqual([]);
  });

  test("without a trusted root are not used", async () => {
    const { trust, url } = await serve(chain);
    expect(
      await createPayPalCertificates(() => now, { ...trust, root: null })(url, "TEST", null),
    ).toBeNull();
    const foreign = { ...trust, root: other.root };
    expect(await createPayPalCertificates(() => now, foreign)(url, "TEST", null)).toBeNull();
  });

  test("that can't be fetched are requested again later, and at most 60 others a minute", async () => {
    const { trust, url, requests } = await serve(chain);
    const find = createPayPalCertificates(() => now, trust);
    expect(await find(`${url}-away`, "TEST", null)).toBe("busy");
    expect(await find(`${url}-away`, "TEST", null)).toBe("busy");
    expect(await find(`${url}-none`, "TEST", null)).toBeNull();
    expect(requests).toHaveLength(2);
    const found = await Promise.all(
      Array.from({ length: 70 }, (_, n) => find(`${url}${n}`, "TEST", null)),
    );
    expect(found.filter((key) => key === "busy")).toHaveLength(12);
    expect(requests).toHaveLength(60);
    expect(await find(url, "TEST", null)).toBe("busy");
  });

  test("whose URLs one caller sends leave room for those of others", async () => {
    const { trust, url, requests } = await serve(chain);
    const find = createPayPalCertificates(() => now, trust);
    for (let n = 0; n < 60; n += 1) await find(`${url}-none${n}-none`, "TEST", "198.51.100.1");
    expect(requests).toHaveLength(4);
    expect(await find(url, "TEST", "192.0.2.1")).not.toBe("busy");
  });

  test("whose URLs a hundred callers send, four each, leave room for one that another caller sends", async () => {
    const { trust, url } = await serve(chain);
    const find = createPayPalCertificates(() => now, trust);
    for (let n = 0; n < 400; n += 1)
      await find(`${url}-none${n}-none`, "TEST", `198.51.100.${n % 100}`);
    expect(await find(url, "TEST", "192.0.2.1")).not.toBe("busy");
  });

  test("that were trusted stay cached, whatever URLs others send, and are renewed", async () => {
    const { trust, url, requests } = await serve(chain);
    let at = now.getTime();
    const find = createPayPalCertificates(() => new Date(at), trust);
    await find(url, "TEST", "192.0.2.1");
    for (let n = 0; n < 60; n += 1) await find(`${url}-none${n}-none`, "TEST", `198.51.100.${n}`);
    const asked = requests.length;
    expect(asked).toBe(61);
    expect(await find(url, "TEST", "198.51.100.1")).toEqual(expect.anything());
    expect(requests).toHaveLength(asked);
    at += 25 * 60 * 60_000;
    expect(await find(url, "TEST", "198.51.100.1")).not.toBe("busy");
    expect(requests).toHaveLength(asked + 1);
  });
});
