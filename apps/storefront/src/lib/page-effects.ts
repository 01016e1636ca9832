import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { replayClicks } from "./page-script.ts";

/** What every page does once it is alive: repeats early clicks, and moves focus to the heading of a newly opened page. */
export function usePageEffects(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => replayClicks(), []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    for (const popover of document.querySelectorAll<HTMLElement>(":popover-open"))
      popover.hidePopover();
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
