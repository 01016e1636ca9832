// Reads the number of tests from a tool's JSON report. Tests that did not run are only mentioned in the note.
import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, note: string, names?: string[] }} Counts `names`: the tests that failed */

/**
 * @param {string} file
 * @returns {Counts}
 */
export function readVitest(file) {
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, "utf8"));
  // If a file can't be loaded, the report has no failed test for it, so it is counted here.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const tests = report.testResults.flatMap((each) => each.assertionResults);
  const fallen = tests.filter(({ status }) => status === "failed").map((each) => each.fullName);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    note: left(report.numPendingTests + report.numTodoTests),
    names: [...broken.map(({ name }) => name), ...fallen],
  };
}

/**
 * @param {string} file
 * @returns {Counts}
 */
export function readPlaywright(file) {
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[], suites: Suite[] }} */
  const { stats, errors, suites } = JSON.parse(readFileSync(file, "utf8"));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    note: left(stats.skipped),
    names: suites.flatMap(failedTestsOf),
  };
}

/** @typedef {{ title: string, specs: { title: string, ok: boolean }[], suites?: Suite[] }} Suite */

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failedTestsOf({ title, specs, suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map((spec) => spec.title);
  return [...own, ...suites.flatMap(failedTestsOf)].map((name) => `${title} > ${name}`);
}

/** @param {number} tests */
function left(tests) {
  return tests === 0 ? "" : `${tests} not run here`;
}
