import { patientDelayMs } from "./poll.ts";

/**
 * Calls `ask` whenever the page becomes visible again and, if `firstMs` is not null, after that pause. While `ask`
 * returns true, calls it again with increasing pauses. Returns a function that ends this.
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
