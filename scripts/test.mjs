// npm test: the checks and tests, on the pinned Node. --all: also those tagged "slow", and each browser test at both
// widths. --only=checks|unit|server|e2e: one part; further arguments select tests, also slow ones.
// --changed[=REF]: the checks, and the tests of what differs from the last commit or REF (changed-tests.mjs).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { requirePinnedNode, root, stop } from "./pinned-node.mjs";
import { changedFiles, serverFilesWith, testsOf } from "./testing/changed-tests.mjs";
import { buildStep, toolStep } from "./testing/steps.mjs";
import { readPlaywright, readVitest } from "./testing/read-results.mjs";

const parts = ["checks", "unit", "server", "e2e"];

requirePinnedNode();
const { only, rest, leavesOutSlow, change } = readArguments(process.argv.slice(2));
const wanted =
  change === null ? null : testsOf(change.files, (name) => serverFilesWith(root, name));
const results = mkdtempSync(path.join(tmpdir(), "vetrina-results-"));
const steps = [
  toolStep("checks", "Format", ["oxfmt/bin/oxfmt", "--check"]),
  // The linter needs the types of the routes, which a fresh clone doesn't have yet.
  toolStep("checks", "Route types", ["@react-router/dev/bin.cjs", "typegen"], {
    cwd: "apps/storefront",
  }),
  toolStep("checks", "Lint", ["oxlint/bin/oxlint", "--type-aware", "--deny-warnings"]),
  // One checker, because each additional one would repeat part of the work.
  toolStep("checks", "Types", ["typescript/bin/tsc", "-b", "--checkers", "1"]),
  toolStep("checks", "Generated files", ["scripts/gen.ts", "--check"]),
  toolStep("checks", "Drawn pictures", ["scripts/check-pictures.ts"]),
  buildStep(["checks", "server", "e2e"]),
  vitestStep("unit", change === null ? rest : [`--changed=${change.ref}`]),
  ...(wanted?.server.length === 0 ? [] : [vitestStep("server", wanted?.server ?? rest)]),
  ...(wanted?.browser.length === 0 ? [] : [browserStep(wanted?.browser ?? rest)]),
];

/** @param {"unit" | "server"} project @param {readonly string[]} selection */
function vitestStep(project, selection) {
  const file = path.join(results, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const run = ["vitest/vitest.mjs", "run", "--project", project, ...reporters, ...selection];
  const left = [
    ...(leavesOutSlow ? ["--tags-filter=!slow"] : []),
    ...(change === null ? [] : ["--passWithNoTests"]),
  ];
  return toolStep(project, `Tests: ${project}`, [...run, ...left], {
    results: file,
    read: readVitest,
  });
}

/** @param {readonly string[]} selection */
function browserStep(selection) {
  const left = leavesOutSlow ? ["--grep-invert=@slow", "--project=phone", "--project=desktop"] : [];
  return toolStep("e2e", "Browser", ["@playwright/test/cli.js", "test", ...selection, ...left], {
    results: path.join(results, "e2e.json"),
    read: readPlaywright,
  });
}

/** @param {string[]} given */
function readArguments(given) {
  const part = given.find((each) => each.startsWith("--only="))?.slice("--only=".length) ?? null;
  if (part !== null && !parts.includes(part))
    stop(`--only=${part} is unknown. Use one of ${parts.join(", ")}.`);
  const asked = given.find((each) => /^--changed(?:=|$)/.test(each)) ?? null;
  const rest = given.filter(
    (each) => !each.startsWith("--only=") && each !== "--all" && each !== asked,
  );
  if (asked !== null && (part !== null || rest.length > 0))
    stop("Give --changed without other arguments than --all.");
  if (part === null && rest.length > 0)
    stop(`Name the part to run, for example: npm test -- --only=server ${rest.join(" ")}`);
  const leavesOutSlow = rest.length === 0 && !given.includes("--all");
  return { only: part, rest, leavesOutSlow, change: asked === null ? null : changeSince(asked) };
}

/** @param {string} asked @returns {{ ref: string, files: string[] }} */
function changeSince(asked) {
  const ref = asked.split("=")[1] ?? null;
  try {
    return changedFiles(root, ref);
  } catch {
    stop(ref === null ? "--changed needs a clone with Git." : `Git knows no commit ${ref}.`);
  }
}

/** @type {import("./testing/steps.mjs").Outcome[]} */
const outcomes = [];
const began = performance.now();
try {
  for (const step of steps)
    if (only === null || step.parts.includes(only)) outcomes.push(await step.run(outcomes));
} finally {
  rmSync(results, { recursive: true, force: true });
}
report();

/** Prints the results. The last line is for programs and has the totals of all tests and checks. */
function report() {
  const total = { passed: 0, failed: 0 };
  process.stdout.write("\n");
  for (const { title, seconds, passed, failed, note, names = [] } of outcomes) {
    total.passed += passed;
    total.failed += failed;
    const mark = failed > 0 ? "FAILED" : "ok";
    const counts = `${passed} passed, ${failed} failed${note === "" ? "" : ` (${note})`}`;
    process.stdout.write(
      `${mark.padEnd(7)}${title.padEnd(20)}${seconds.toFixed(1).padStart(7)} s  ${counts}\n`,
    );
    for (const name of names) process.stdout.write(`       - ${name}\n`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`\n${Math.floor(seconds / 60)} min ${seconds % 60} s\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
