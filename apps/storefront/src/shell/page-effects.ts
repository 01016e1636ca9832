import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { cartStoreOf } from "../cart/cart-store.ts";
import { useStore } from "../lib/store.ts";
import { replayClicks } from "./page-script.ts";

/** What every page does once it is alive: repeats early clicks; on a newly opened one it closes what lay over the old and moves focus to the heading. */
export function usePageEffects(): void {
  const { pathname } = useLocation();
  const { slug } = useStore();
  const shown = useRef(pathname);

  useEffect(() => {
    // What pages read from their controls in an effect has to be drawn before: the clicks meant it.
    const timer = setTimeout(replayClicks);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    for (const popover of document.querySelectorAll<HTMLElement>(":popover-open"))
      popover.hidePopover();
    cartStoreOf(slug).close();
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, slug]);
}
