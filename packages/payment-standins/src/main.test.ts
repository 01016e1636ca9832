import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { connect } from "./control-client.ts";
import { captureOf, orderOf, paypalClient } from "./paypal/paypal-client.fixture.ts";

const main = path.join(import.meta.dirname, "main.ts");
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function run(...parameters: string[]): ChildProcess {
  const child = spawn(process.execPath, [main, ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

/** The line that a process prints once it accepts requests, parsed. */
async function started(child: ChildProcess): Promise<{ provider: string; origin: string }> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  return JSON.parse(text) as { provider: string; origin: string };
}

test("a killed process loses nothing that it has returned or committed", async () => {
  const dataFile = path.join(mkdtempSync(path.join(tmpdir(), "standins-")), "paypal.jsonl");
  const first = run("paypal", "--port", "0", "--data", dataFile);
  const { provider, origin } = await started(first);
  expect(provider).toBe("paypal");
  const call = await paypalClient(origin);
  const { body } = await call("POST", "/v2/checkout/orders", orderOf("10.00"));
  const id = String(body["id"]);
  const control = connect(origin);
  await control.approveOrder(id);
  await control.faults.add({ on: "POST /v2/checkout/orders/*/capture", kind: "timeout" });
  const headers = { "paypal-request-id": "capture-1" };
  const lost = call("POST", `/v2/checkout/orders/${id}/capture`, {}, headers).catch(
    (error: unknown) => error,
  );
  await expect.poll(async () => (await control.ledger()).length).toBe(1);
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(await lost).toBeInstanceOf(Error);

  const { origin: later } = await started(run("paypal", "--port", "0", "--data", dataFile));
  const again = await paypalClient(later);
  const repeated = await again("POST", `/v2/checkout/orders/${id}/capture`, {}, headers);
  const entries = await connect(later).ledger();
  expect([repeated.status, entries.map((entry) => entry.id)]).toEqual([
    200,
    [captureOf(repeated.body)["id"]],
  ]);
});

test("a process shuts down cleanly on SIGTERM", async () => {
  const child = run("mollie", "--port", "0");
  const { origin } = await started(child);
  expect((await connect(origin).health()).provider).toBe("mollie");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("an unknown provider is refused", async () => {
  const child = spawn(process.execPath, [main, "cash"], { stdio: ["ignore", "ignore", "pipe"] });
  expect(await once(child, "exit")).toEqual([2, null]);
});
