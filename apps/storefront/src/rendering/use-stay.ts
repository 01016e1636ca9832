import { useContext, useEffect, useEffectEvent } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";

/** The router's name for the blocker. Two at a time would conflict, because the router supports only one. */
const key = "stay";

/**
 * While `isHeld` returns true, the browser's Back and Forward buttons leave the page as it is, and `onBack` is called.
 * Does what the router's useBlocker does, whose code would be loaded with every page.
 */
export function useStay(isHeld: () => boolean, onBack?: () => void): void {
  const router = useContext(RouterContext)?.router;
  const holds = useEffectEvent(isHeld);
  const stayed = useEffectEvent(() => onBack?.());
  useEffect(() => {
    if (!router) return undefined;
    router.getBlocker(
      key,
      ({ historyAction }: { historyAction: string }) => historyAction === "POP" && holds(),
    );
    const end = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(key);
      if (blocker?.state !== "blocked") return;
      blocker.reset();
      stayed();
    });
    return () => {
      end();
      router.deleteBlocker(key);
    };
  }, [router]);
}
