import { type ReactNode, useEffect } from "react";
import { useIsAlive } from "./use-is-alive.ts";

/** Around a part whose code is loaded after the page's: clicks on its [data-replay] are kept until it is hydrated. */
export function LaterPart({ children }: { children: ReactNode }) {
  const isAlive = useIsAlive();
  useEffect(() => {
    if (isAlive) replayClicks();
  }, [isAlive]);
  return <div data-waiting={isAlive ? undefined : ""}>{children}</div>;
}

type Page = { replay?: HTMLElement[] };

/**
 * Repeats the clicks that the page script has kept, in order. Those on parts that still carry [data-waiting], because
 * they hydrate later, stay kept.
 */
export function replayClicks(): void {
  const kept = (window as unknown as Page).replay ?? [];
  for (const element of kept.splice(0)) {
    if (!element.isConnected) continue;
    if (element.closest("[data-waiting]")) kept.push(element);
    else element.click();
  }
}
