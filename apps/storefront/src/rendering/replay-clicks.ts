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
