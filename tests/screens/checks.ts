import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The problems of the page in its current state, as one sentence each. */
export async function problemsOf(page: Page): Promise<string[]> {
  return [...(await layoutProblems(page)), ...(await accessibilityProblems(page))];
}

/** Reports a page that is wider than the screen, and words that are broken without a hyphen. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const broken = await page.evaluate(brokenWords);
  return [
    ...(wider > 0 ? [`the page is ${wider} px wider than the screen`] : []),
    ...broken.map((word) => `"${word}" is broken within the word`),
  ];
}

async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, help, nodes }) => {
    const at = nodes.map(({ target }) => target.join(" ")).slice(0, 3);
    return `axe ${id}: ${help} (${at.join(", ")})`;
  });
}

/** Finds words that are split over two lines. URLs and email addresses may be split. Runs in the page. */
function brokenWords(): string[] {
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || !parent.checkVisibility({ visibilityProperty: true })) continue;
    for (const { index, 0: word } of (node.textContent ?? "").matchAll(/\p{L}{2,}/gu)) {
      const range = document.createRange();
      const lines = new Set<number>();
      for (let at = index; at < index + word.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top, width } = range.getBoundingClientRect();
        if (width > 0) lines.add(Math.round(top));
      }
      const around = node.textContent?.slice(Math.max(0, index - 1), index + word.length + 1) ?? "";
      if (lines.size > 1 && !/[@/.]/.test(around)) found.add(word);
    }
  }
  return [...found];
}
