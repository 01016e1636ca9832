import type { StoreLaunch } from "@vetrina/contract/stores/store-facts";

/** The share of the time between start and launch that has passed, in whole percent from 0 to 100. */
export function launchProgress({ startsOn, launchesOn }: StoreLaunch, now: Date): number {
  const start = Date.parse(startsOn);
  const passed = (now.getTime() - start) / (Date.parse(launchesOn) - start);
  return Math.round(100 * Math.min(1, Math.max(0, passed)));
}
