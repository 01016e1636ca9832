// Starts the payment providers' stand-ins (packages/payment-standins) for npm run dev and for PAYMENTS=standin.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { pinnedNode, root } from "./pinned-node.mjs";

/** The ports that config.ts expects if PAYMENTS=standin. */
const ports = { paypal: 4801, stripe: 4802, mollie: 4803 };
const longestMs = 60_000;

/**
 * Starts the stand-ins that aren't running yet, with their data under `dataDir`. They end with this process. Resolves
 * to the environment variables of a server that uses the stand-ins.
 * @param {string} dataDir
 */
export async function startStandins(dataDir) {
  const folder = path.join(dataDir, "standins");
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(ports).map(([name, port]) => startOne(name, port, folder)));
  const certificate = await fetch(`http://127.0.0.1:${ports.paypal}/_control/root.pem`);
  const file = path.join(folder, "paypal-root.pem");
  await writeFile(file, await certificate.text());
  return { PAYMENTS: "standin", PAYPAL_SANDBOX_ROOT: file };
}

/**
 * @param {string} name
 * @param {number} port
 * @param {string} folder
 */
async function startOne(name, port, folder) {
  // Another server on this machine may have started this stand-in already.
  if ((await providerAt(port)) === name) return;
  const data = path.join(folder, `${name}.jsonl`);
  const main = path.join(root, "packages/payment-standins/src/main.ts");
  const child = spawn(pinnedNode, [main, name, "--port", String(port), "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill());
  await new Promise((resolve, reject) => {
    const fail = () =>
      reject(
        new Error(
          `The stand-in for ${name} did not start on port ${port}. Check whether the port is in use.`,
        ),
      );
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", fail);
    child.once("exit", fail);
    setTimeout(fail, longestMs).unref();
  });
}

/** @param {number} port */
async function providerAt(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/_control/health`);
    return /** @type {{ provider?: string }} */ (await answer.json()).provider ?? null;
  } catch {
    return null;
  }
}
