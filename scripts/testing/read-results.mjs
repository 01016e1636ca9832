// How many tests a tool ran, by the JSON it has written. Tests that did not run count as failed: none may be skipped.
import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, note: string }} Counts */

/**
 * @param {string} file
 * @returns {Counts}
 */
export function readVitest(file) {
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} */
  const report = JSON.parse(readFileSync(file, "utf8"));
  // A file that could not even be loaded holds no test that could fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    note: left(report.numPendingTests + report.numTodoTests),
  };
}

/**
 * @param {string} file
 * @returns {Counts}
 */
export function readPlaywright(file) {
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} */
  const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    note: left(stats.skipped),
  };
}

/** @param {number} tests */
function left(tests) {
  return tests === 0 ? "" : `${tests} not run here`;
}
