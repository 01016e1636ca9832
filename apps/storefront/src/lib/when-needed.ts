import { toast } from "@vetrina/ui/toast";
import { type ComponentType, lazy } from "react";

const pauseMs = 2000;
const minuteMs = 60_000;

/** The imports of component code that the server has started. */
const loading = new Set<Promise<unknown>>();

/** What preload() has loaded. It needs no network anymore. */
const preloaded = new Set<unknown>();

/**
 * A component whose code is loaded when it is first shown, or earlier by `preload`. If loading fails, the page is
 * reloaded (see `patiently`). `isAwaited` is false for a component whose absence the shopper doesn't notice, such as a
 * suggestion.
 */
export function whenNeeded<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isAwaited = true,
) {
  return Object.assign(
    lazy(() => {
      const code = patiently(load, isAwaited);
      if (import.meta.env.SSR) loading.add(code);
      return code;
    }),
    { preload: () => preload(load) },
  );
}

/**
 * On the server, waits for all component code whose import has started. Returns false if there was nothing to wait
 * for.
 */
export async function codeOfShown(): Promise<boolean> {
  const awaited = [...loading];
  await Promise.allSettled(awaited);
  for (const code of awaited) loading.delete(code);
  return awaited.length > 0;
}

/** Loads code before it is needed. Failures are ignored, because the code that needs it will report them. */
export function preload(load: () => Promise<unknown>): void {
  fetchCode(load)
    .then(() => preloaded.add(load))
    .catch(() => {});
}

/**
 * Loads code. If that fails, rejects as fetch does. Requests nothing while offline, because some browsers remember a
 * failed module until the page is closed, so that later attempts would fail too.
 */
export function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return isOffline() ? Promise.reject(new TypeError("There is no network connection.")) : load();
}

/**
 * Loads code for something the shopper has started. Waits for the network, and reloads the page if necessary. While
 * offline, says so, unless `isAwaited` is false.
 */
export async function patiently<Code>(load: () => Promise<Code>, isAwaited = true): Promise<Code> {
  if (isOffline() && !preloaded.has(load)) {
    // The words fit dialogs, pages and actions. The toast replaces an equal one, so several parts show only one.
    if (isAwaited)
      toast({ title: "You're offline", text: "Loading continues once you're back online." });
    await untilOnline();
  }
  try {
    return await load();
  } catch (error) {
    return restart(error);
  }
}

/**
 * Reloads the page once the shop can be reached. Throws the error if the page was reloaded less than a minute ago, so
 * that it isn't reloaded again and again.
 */
async function restart(error: unknown): Promise<never> {
  const [loaded] = performance.getEntriesByType("navigation");
  const isReload = loaded instanceof PerformanceNavigationTiming && loaded.type === "reload";
  if (isReload && performance.now() < minuteMs) throw error;
  while (!(await isReached())) await pause();
  location.reload();
  return new Promise(() => {});
}

const isReached = () =>
  fetch(location.href, { method: "HEAD" })
    .then(({ ok }) => ok)
    .catch(() => false);

/** Whether the browser is offline. False on the server, whose navigator has no onLine. */
export const isOffline = () => "onLine" in navigator && !navigator.onLine;

const untilOnline = () =>
  new Promise((resolve) => addEventListener("online", resolve, { once: true }));

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));
