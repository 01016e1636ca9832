import { runJobs } from "#tests/run-jobs.ts";
import type { World } from "#tests/world.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { findUnsettledPayments, reconcilePayments } from "./jobs.ts";

/**
 * Asks the providers about all payments that are still processing, as the worker does after 30 seconds. Returns how
 * many payments it asked about.
 */
export async function reconcile(world: World): Promise<number> {
  await findUnsettledPayments(world.services, "0 seconds");
  await makeDue(world);
  return runJobs(world.services, { jobs: [reconcilePayments] });
}
