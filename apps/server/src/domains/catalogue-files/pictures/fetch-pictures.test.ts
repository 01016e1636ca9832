import { expect, test } from "vitest";
import { SafeFetchError } from "../../../platform/network/safe-fetch.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { fetchPictures } from "./fetch-pictures.ts";

const stored = { key: "up/1", width: 640, height: 800, widths: [320, 640] };
const store = async () => stored;

function pictures(host: string, count: number) {
  return Array.from({ length: count }, (_, i) => ({ url: `https://${host}/${i}.jpg`, row: i + 2 }));
}

function unreachable(): Promise<never> {
  return Promise.reject(new SafeFetchError("unreachable", "no answer within 10 s"));
}

test("fetches at most four pictures at a time", async () => {
  let now = 0;
  let max = 0;
  const get = async () => {
    now += 1;
    max = Math.max(max, now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    now -= 1;
    return Buffer.alloc(1);
  };
  const { fetched, missing } = await fetchPictures(pictures("a.example", 50), get, store);
  expect([max, fetched.size, missing.length]).toEqual([4, 50, 0]);
});

test("stops asking a host that doesn't respond, but continues with other hosts", async () => {
  const requests: string[] = [];
  const get = (url: string) => {
    requests.push(new URL(url).host);
    return url.includes("dead") ? unreachable() : Promise.resolve(Buffer.alloc(1));
  };
  const both = [...pictures("dead.example", 100), ...pictures("alive.example", 5)];
  const { fetched, missing } = await fetchPictures(both, get, store);
  expect(requests.filter((host) => host === "dead.example").length).toBeLessThanOrEqual(6);
  expect([fetched.size, missing.length]).toEqual([5, 100]);
  expect(missing[0]).toEqual({
    row: 2,
    url: "https://dead.example/0.jpg",
    reason: "no answer within 10 s",
  });
  expect(missing.at(-1)?.reason).toBe("not tried, because dead.example doesn't respond");
});

test("stops asking the hosts of a domain whose name server doesn't respond, whatever their names are", async () => {
  const requests: string[] = [];
  const get = (url: string) => {
    requests.push(new URL(url).hostname);
    return url.includes("silent") ? unreachable() : Promise.resolve(Buffer.alloc(1));
  };
  const silent = Array.from({ length: 200 }, (_, i) => pictures(`h${i}.silent.example`, 1)).flat();
  const { fetched, missing } = await fetchPictures(
    [...silent, ...pictures("alive.example", 5)],
    get,
    store,
  );
  expect(requests.filter((host) => host.endsWith("silent.example")).length).toBeLessThanOrEqual(8);
  expect([fetched.size, missing.length]).toEqual([5, 200]);
  expect(missing.map(({ reason }) => reason)).toContain(
    "not tried, because the hosts of silent.example don't respond",
  );
});

test("continues with other hosts of a domain if only one of them doesn't respond", async () => {
  const both = [...pictures("dead.cdn.example", 20), ...pictures("a.cdn.example", 5)];
  const { fetched } = await fetchPictures(
    both,
    (url) => (url.includes("dead") ? unreachable() : page()),
    store,
  );
  expect(fetched.size).toBe(5);
});

test("keeps asking a host that responds without a picture", async () => {
  const { missing } = await fetchPictures(pictures("a.example", 20), notFound, store);
  expect(new Set(missing.map(({ reason }) => reason))).toEqual(
    new Set(["it answers with status 404"]),
  );
});

test("reports files that are not pictures as missing, and fails on a full disk", async () => {
  const { missing } = await fetchPictures(pictures("a.example", 1), page, refuse);
  expect(missing[0]?.reason).toMatch(/not a JPEG/);
  await expect(fetchPictures(pictures("a.example", 1), page, full)).rejects.toThrow("ENOSPC");
});

function notFound(): Promise<never> {
  return Promise.reject(new SafeFetchError("failed", "it answers with status 404"));
}

async function page() {
  return Buffer.from("<html>");
}

function refuse(): Promise<never> {
  const message = "Use a picture: JPEG, PNG, WebP, AVIF or GIF.";
  return Promise.reject(new ApiFailure("VALIDATION_FAILED", message));
}

function full(): Promise<never> {
  return Promise.reject(new Error("ENOSPC"));
}
