// @module-tag slow

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pinnedNode } from "../../scripts/pinned-node.mjs";
import { readFile, root } from "../repository-files.ts";
import { waitLimit } from "../wait-limit.ts";
import type { Shop } from "../running-shop.ts";
import { test } from "./shops.ts";

const run = promisify(execFile);
const admin = { ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: "a password of this test" };

/** The tour's code in one language, changed to use this server and its administrator. */
function codeOf(language: "sh" | "js", { url }: Shop): string {
  const blocks = readFile("docs/tour.md").matchAll(/^```(\w+)\n(.*?)^```$/gms);
  const code = [...blocks].flatMap(([, of, text]) => (of === language ? [text] : [])).join("\n");
  const here = {
    "http://localhost:3000": url,
    "admin@vetrina.localhost": admin.ADMIN_EMAIL,
    "the password that the first start printed": admin.ADMIN_PASSWORD,
  };
  return Object.entries(here).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the tour's ${language} blocks lack ${from}`);
    return text.replaceAll(from, to);
  }, code);
}

/** The total is 160 minus 10 percent, plus 8 percent tax, and 15 for shipping. */
const answers = {
  total: "170.52",
  trackingUrl: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
  refund: "COMPLETED",
  status: "FULFILLED",
};

test("the code of the API tour creates a store, product, discount, rate, order, shipment and refund as documented", async ({
  shops,
  expect,
}) => {
  const shop = await shops.start({ env: admin });
  const options = { cwd: root, timeout: waitLimit };

  const byCurl = await run(
    "bash",
    ["--norc", "-euo", "pipefail", "-c", codeOf("sh", shop)],
    options,
  );
  const { total, trackingUrl, refund, status } = answers;
  expect(byCurl.stderr).toBe("");
  const lines = ["WELCOME", total, "open", "COMPLETED", trackingUrl, refund, status];
  expect(byCurl.stdout.trim().split("\n")).toEqual(lines);

  // The code runs as if it were a file in the project's folder, where imports find the client.
  const byClient = run(pinnedNode, ["--input-type=module", "-"], options);
  byClient.child.stdin?.end(codeOf("js", shop));
  expect((await byClient).stdout.trim()).toBe(Object.values(answers).join(" "));
});
