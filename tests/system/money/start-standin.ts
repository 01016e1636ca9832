import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { connect } from "@vetrina/payment-standins/control-client";
import type { RunningStandin } from "@vetrina/payment-standins/start";
import { pinnedNode } from "../../../scripts/pinned-node.mjs";
import { root } from "../../repository-files.ts";

const main = path.join(root, "packages/payment-standins/src/main.ts");

/** Starts a provider's stand-in as a separate process, so that it responds in time even if the test is busy. */
export async function startStandin(provider: string): Promise<RunningStandin> {
  const child = spawn(pinnedNode, [main, provider, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // If the shop fails to start, stop() is never called. unref() lets the tests' process exit anyway, and its exit kills
  // the stand-in.
  child.unref();
  const kill = () => child.kill();
  process.once("exit", kill);
  const ended = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(([code]) => Promise.reject(new Error(`The stand-in ended with ${String(code)}.`))),
  ])) as [string];
  (child.stdout as Socket).unref();
  const { origin } = JSON.parse(line) as { origin: string };
  return {
    origin,
    control: connect(origin),
    async stop() {
      process.off("exit", kill);
      kill();
      await ended;
    },
  };
}
