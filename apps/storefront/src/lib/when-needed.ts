import { type ComponentType, lazy } from "react";

const pauseMs = 2000;
const minuteMs = 60_000;

/**
 * A component whose code comes when it is first shown; `preload` fetches it before. Where it can't be fetched the page
 * stays as it is until it can.
 */
export function whenNeeded<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return Object.assign(
    lazy(() => patiently(load)),
    { preload: () => preload(load) },
  );
}

/** Fetches code before it is needed. A failure is no matter: whoever needs it learns of it. */
export function preload(load: () => Promise<unknown>): void {
  fetchCode(load).catch(() => {});
}

/**
 * Fetches code, and rejects as fetch does where it can't. A browser remembers a file that it could not fetch for as long
 * as the page lives: without a network none is asked for, so that trying again can succeed.
 */
export function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return isOffline() ? Promise.reject(new TypeError("There is no network.")) : load();
}

/** Fetches code for what somebody has begun: once there is a network, and if need be in a page that is loaded again. */
export async function patiently<Code>(load: () => Promise<Code>): Promise<Code> {
  if (isOffline()) await untilOnline();
  try {
    return await load();
  } catch (error) {
    return restart(error);
  }
}

/** Loads the page once more when the shop can be reached. One that was just loaded again throws: the file is gone for good. */
async function restart(error: unknown): Promise<never> {
  const [loaded] = performance.getEntriesByType("navigation");
  const isReload = loaded instanceof PerformanceNavigationTiming && loaded.type === "reload";
  if (isReload && performance.now() < minuteMs) throw error;
  while (!(await isReached())) await pause();
  location.reload();
  return new Promise(() => {});
}

const isReached = () =>
  fetch(location.href, { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** False also on the server, which has a navigator of its own. */
const isOffline = () => "onLine" in navigator && !navigator.onLine;

const untilOnline = () =>
  new Promise((resolve) => addEventListener("online", resolve, { once: true }));

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));
