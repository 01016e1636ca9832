import { expect, test } from "vitest";
import { SafeFetchError } from "../../../platform/network/safe-fetch.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { fetchPictures } from "./fetch-pictures.ts";

const stored = { key: "up/1", width: 640, height: 800, widths: [320, 640] };
const keep = async () => stored;
const quiet = () => {};

function wanted(host: string, count: number) {
  return Array.from({ length: count }, (_, i) => ({ url: `https://${host}/${i}.jpg`, row: i + 2 }));
}

function unreachable(): Promise<never> {
  return Promise.reject(new SafeFetchError("unreachable", "no answer within 10 s"));
}

test("never more than four at a time", async () => {
  let now = 0;
  let most = 0;
  const get = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    now -= 1;
    return Buffer.alloc(1);
  };
  const { fetched, missing } = await fetchPictures(wanted("a.example", 50), get, keep, quiet);
  expect([most, fetched.size, missing.length]).toEqual([4, 50, 0]);
});

test("a host that does not answer is soon left alone, others are not", async () => {
  const asked: string[] = [];
  const get = (url: string) => {
    asked.push(new URL(url).host);
    return url.includes("dead") ? unreachable() : Promise.resolve(Buffer.alloc(1));
  };
  const both = [...wanted("dead.example", 100), ...wanted("alive.example", 5)];
  const { fetched, missing } = await fetchPictures(both, get, keep, quiet);
  expect(asked.filter((host) => host === "dead.example").length).toBeLessThanOrEqual(6);
  expect([fetched.size, missing.length]).toEqual([5, 100]);
  expect(missing[0]).toEqual({
    row: 2,
    url: "https://dead.example/0.jpg",
    reason: "no answer within 10 s",
  });
  expect(missing.at(-1)?.reason).toBe("not tried, dead.example does not answer");
});

test("one that answers without the picture is asked for the others", async () => {
  const { missing } = await fetchPictures(wanted("a.example", 20), notFound, keep, quiet);
  expect(new Set(missing.map(({ reason }) => reason))).toEqual(
    new Set(["it answers with status 404"]),
  );
});

test("what is no picture is listed; a full disk ends the import", async () => {
  const { missing } = await fetchPictures(wanted("a.example", 1), page, refuse, quiet);
  expect(missing[0]?.reason).toMatch(/not a JPEG/);
  await expect(fetchPictures(wanted("a.example", 1), page, full, quiet)).rejects.toThrow("ENOSPC");
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
