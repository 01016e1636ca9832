import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pinnedNode, root } from "../pinned-node.mjs";

/**
 * @typedef {import("./read-results.mjs").Counts & { title: string, seconds: number }} Outcome
 * @typedef {{ parts: readonly string[], run: (before: readonly Outcome[]) => Promise<Outcome> }} Step
 * @typedef {{ cwd?: string, results?: string, read?: (file: string) => import("./read-results.mjs").Counts }} Options
 */

const buildTitle = "Storefront build";

/**
 * Runs a program from node_modules or the project with the pinned Node. It counts as one check if it writes no results.
 * @param {string} part @param {string} title @param {string[]} command @param {Options} [options] @returns {Step}
 */
export function toolStep(part, title, [program = "", ...given], options = {}) {
  const { cwd = "", results, read } = options;
  const script = program.startsWith("scripts/") ? program : `node_modules/${program}`;
  return {
    parts: [part],
    run: (before) =>
      timed(title, async () => {
        if (part === "e2e" && before.some((each) => each.title === buildTitle && each.failed > 0))
          return {
            passed: 0,
            failed: 1,
            note: "the storefront build failed, so there is nothing to test",
          };
        const environment = results === undefined ? {} : { PLAYWRIGHT_JSON_OUTPUT_FILE: results };
        const ok = await run(
          [path.join(root, script), ...given],
          path.join(root, cwd),
          environment,
        );
        if (read === undefined || results === undefined)
          return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, note: "" };
        if (!existsSync(results)) return { passed: 0, failed: 1, note: "it did not start" };
        const counts = read(results);
        // An error outside all tests fails the run without a failed test, so it is counted here.
        if (!ok && counts.failed === 0)
          return { ...counts, failed: 1, note: "errors outside the tests" };
        return counts;
      }),
  };
}

/**
 * @param {readonly string[]} parts
 * @returns {Step}
 */
export function buildStep(parts) {
  return {
    parts,
    run: () =>
      timed(buildTitle, async () => {
        const ok = await run([path.join(root, "scripts/testing/build.mjs")], root, {});
        return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, note: "" };
      }),
  };
}

/**
 * @param {string} title
 * @param {() => Promise<import("./read-results.mjs").Counts>} work
 * @returns {Promise<Outcome>}
 */
async function timed(title, work) {
  process.stdout.write(`\n== ${title}\n`);
  const began = performance.now();
  const counts = await work();
  return { title, seconds: (performance.now() - began) / 1000, ...counts };
}

/**
 * @param {string[]} command
 * @param {string} cwd
 * @param {Record<string, string>} environment
 * @returns {Promise<boolean>}
 */
function run(command, cwd, environment) {
  const env = { ...cleanEnvironment(process.env), ...environment };
  const child = spawn(pinnedNode, command, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM"]);
  const pass = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("exit", (code, signal) => {
      for (const each of signals) process.off(each, pass);
      if (signal !== null) process.stdout.write(`ended by ${signal}\n`);
      resolve(code === 0);
    });
  });
}

/** The environment variables that the server reads. */
const productVariables = new Set(
  `NODE_ENV PORT HOST DATA_DIR DATABASE_URL DATABASE_DIRECT_URL DEFAULT_STORE ADMIN_EMAIL
  ADMIN_PASSWORD DEMO TRUST_PROXY PUBLIC_URL SMTP_URL MAIL_FROM SECRET_KEY METRICS_PORT
  LOG_LEVEL RATE_LIMITS PAYMENTS PAYPAL_SANDBOX_URL PAYPAL_SANDBOX_ROOT STRIPE_TEST_URL MOLLIE_TEST_URL S3_ENDPOINT
  S3_BUCKET S3_REGION S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY STORE_MEDIA_GB DRAIN_SECONDS`.split(
    /\s+/,
  ),
);

/**
 * Leaves out the developer's own settings for the server, because they must not affect the tests.
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function cleanEnvironment(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !productVariables.has(name)),
  );
}
