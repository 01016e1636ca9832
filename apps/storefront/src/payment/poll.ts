/** How long the checkout itself polls a payment that has no result yet. After that, the thank-you page polls. */
export const settleWithinMs = 60_000;

const firstMs = 1_000;
const factor = 1.5;
const longestMs = 10_000;

/** The pauses between polls: 1 s at first, then 1.5 times the previous pause up to 10 s, `withinMs` in total. */
export function pollDelays(withinMs: number): number[] {
  const delays: number[] = [];
  let left = withinMs;
  for (let delay = firstMs; left > 0; delay = Math.min(delay * factor, longestMs)) {
    const next = Math.min(Math.round(delay), left);
    delays.push(next);
    left -= next;
  }
  return delays;
}

/** The pause before the poll with this index (starting at 0) on a page that stays open: 2 s, doubling up to 30 s. */
export function patientDelayMs(index: number): number {
  return Math.min(2_000 * 2 ** index, 30_000);
}

/**
 * Calls `ask` whenever the page is shown or focused again and, if `firstMs` is not null, after that pause. While `ask`
 * returns true, calls it again with increasing pauses. Returns a function that stops the polling.
 */
export function pollPatiently(ask: () => Promise<boolean>, firstMs: number | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polls = 0;
  let isOver = false;

  async function run() {
    const goesOn = await ask();
    if (goesOn && !isOver) schedule(patientDelayMs((polls += 1)));
  }
  function schedule(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), ms);
  }
  function look() {
    if (document.visibilityState === "visible") void run();
  }
  if (firstMs !== null) schedule(firstMs);
  addEventListener("focus", look);
  addEventListener("pageshow", look);
  document.addEventListener("visibilitychange", look);
  return () => {
    isOver = true;
    clearTimeout(timer);
    removeEventListener("focus", look);
    removeEventListener("pageshow", look);
    document.removeEventListener("visibilitychange", look);
  };
}
