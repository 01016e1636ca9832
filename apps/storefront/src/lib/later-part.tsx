import { type ReactNode, useEffect } from "react";
import { useIsAlive } from "./use-is-alive.ts";

/**
 * Wraps a part of the page whose code is loaded later. Clicks on the part's [data-replay] elements are stored until it
 * is hydrated.
 */
export function LaterPart({ children }: { children: ReactNode }) {
  const isAlive = useIsAlive();
  useEffect(() => {
    if (isAlive) replayClicks();
  }, [isAlive]);
  return <div data-waiting={isAlive ? undefined : ""}>{children}</div>;
}

type Page = { replay?: HTMLElement[] };

/**
 * Repeats, in order, the clicks that the page script has stored. Clicks in parts that aren't hydrated yet
 * ([data-waiting]) stay stored.
 */
export function replayClicks(): void {
  const kept = (window as unknown as Page).replay ?? [];
  for (const element of kept.splice(0)) {
    if (!element.isConnected) continue;
    if (element.closest("[data-waiting]")) kept.push(element);
    else element.click();
  }
}
