import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient } from "./create-client.ts";
import { transportWithProgress } from "./upload-progress.ts";

const sent: { method: string; url: string; headers: Record<string, string>; body: Blob | null }[] =
  [];
let answer = { status: 201, body: '{"id":"1"}', fails: false };

/** A fake XMLHttpRequest that sends the body in two halves and then responds with `answer`. */
class FakeRequest extends EventTarget {
  status = 0;
  statusText = "";
  response: Blob | null = null;
  responseType = "";
  upload = new EventTarget();
  private readonly about = { method: "", url: "", headers: {} as Record<string, string> };

  open(method: string, url: string) {
    Object.assign(this.about, { method, url });
  }

  setRequestHeader(name: string, value: string) {
    this.about.headers[name] = value;
  }

  getAllResponseHeaders() {
    return "content-type: application/json\r\nx-trace-id: t\r\n";
  }

  send(body: Blob | null) {
    sent.push({ ...this.about, body });
    const total = body?.size ?? 0;
    for (const loaded of [total / 2, total])
      this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
    this.status = answer.status;
    this.response = new Blob([answer.body]);
    queueMicrotask(() => this.dispatchEvent(new Event(answer.fails ? "error" : "load")));
  }

  abort() {
    this.dispatchEvent(new Event("abort"));
  }
}

beforeEach(() => {
  sent.length = 0;
  answer = { status: 201, body: '{"id":"1"}', fails: false };
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

function upload(seen: [number, number][] = [], signal?: AbortSignal) {
  const client = createClient({
    baseUrl: "https://shop.example",
    transport: transportWithProgress((loaded, total) => seen.push([loaded, total])),
  });
  const file = new Blob(["0123456789"], { type: "image/png" });
  return client.media.uploadMedia({ storeId: "sorvela", alt: "A coat", file }, { signal });
}

test("sends the file unchanged and reports its progress", async () => {
  const seen: [number, number][] = [];
  expect(await upload(seen)).toEqual({ id: "1" });
  expect(seen).toEqual([
    [5, 10],
    [10, 10],
  ]);
  expect(sent).toMatchObject([
    {
      method: "POST",
      url: "https://shop.example/api/v1/media/store/sorvela?alt=A+coat",
      headers: { "content-type": "image/png" },
      body: { size: 10 },
    },
  ]);
});

test("rejects with the API's error, or with a network error if there is no response", async () => {
  answer = { status: 413, body: '{"code":"PAYLOAD_TOO_LARGE"}', fails: false };
  await expect(upload()).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE", statusCode: 413 });
  answer = { status: 0, body: "", fails: true };
  await expect(upload()).rejects.toThrow(TypeError);
  await expect(upload([], AbortSignal.abort(new Error("Never mind")))).rejects.toThrow(
    "Never mind",
  );
});

test("uses fetch if there is no XMLHttpRequest", async () => {
  vi.stubGlobal("XMLHttpRequest", undefined);
  vi.stubGlobal("fetch", async () => Response.json({ id: "2" }));
  expect(await upload()).toEqual({ id: "2" });
});

test("throws if the file is not a Blob", async () => {
  const client = createClient({ baseUrl: "https://shop.example" });
  const file = "a path" as unknown as Blob;
  await expect(client.media.uploadMedia({ storeId: "x", file })).rejects.toThrow("Send the file");
});
