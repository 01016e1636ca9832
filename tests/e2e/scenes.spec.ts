import type { Page } from "@playwright/test";
import { expect, slow, test } from "./support/fixtures.ts";

const windows = {
  phone: [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
    { width: 768, height: 1024 },
  ],
  desktop: [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
    { width: 2560, height: 1440 },
  ],
};
/**
 * Where the subject begins in the wide image, as a share of the width from the left. The part before it is for the
 * text.
 */
const subjectFrom: Record<string, number> = { "/": 0.66, "/collection": 0.39 };

for (const host of ["localhost", "tordo.localhost"]) {
  test.describe(host, () => {
    test.use({
      baseURL: async ({ baseURL }, use) => use((baseURL ?? "").replace("//localhost", `//${host}`)),
    });

    for (const path of ["/", "/collection"])
      test(
        `the scene of ${path} is shown completely, blends into its section's background, and has no text over its subject`,
        slow,
        async ({ page, isMobile }) => {
          await page.goto(path);
          for (const size of windows[isMobile ? "phone" : "desktop"]) {
            await page.setViewportSize(size);
            // At a different width, another image file may have to be loaded first.
            await expect(async () => {
              const scene = await lookAt(page, subjectFrom[path] ?? 0);
              expect({ size, ...scene }).toMatchObject({
                size,
                faded: [],
                hidden: 0,
                overlap: 0,
                overflow: 0,
              });
              expect({ size, seam: Math.max(...scene.seams) <= 3 }).toEqual({ size, seam: true });
              expect(scene.leading).toBeGreaterThan(scene.commaToCapital);
            }).toPass({ timeout: 15_000 });
          }
        },
      );
  });
}

/**
 * Measures how visible the first scene is: how much of its subject is hidden or covered, and how much its edges
 * contrast with the section.
 */
async function lookAt(page: Page, from: number) {
  const image = page.locator("main section").first().locator("picture img");
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  return image.evaluate(async (img: HTMLImageElement, start) => {
    await document.fonts.ready;
    const section = img.closest("section");
    const heading = section?.querySelector("h1");
    if (!section || !heading) throw new Error("the first scene has no section or no heading");
    const box = img.getBoundingClientRect();
    const isWide = img.currentSrc.includes("-wide/");
    // In a narrow window, the image is letterboxed, and its whole area belongs to the subject.
    const shown = Math.min(box.width, (box.height * img.naturalWidth) / img.naturalHeight);
    const left = isWide ? box.left + box.width * start : box.left + (box.width - shown) / 2;
    const right = isWide ? box.right : left + shown;
    const around = section.getBoundingClientRect();
    const hidden =
      Math.max(0, around.left - left) +
      Math.max(0, right - innerWidth) +
      Math.max(0, around.top - box.top) +
      Math.max(0, box.bottom - around.bottom);
    const words = [heading, ...section.querySelectorAll("p, a")].flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      // The box of a line may be higher than the line height, so it is limited to the element.
      const { top, bottom } = element.getBoundingClientRect();
      return Array.from(range.getClientRects(), (line) => ({
        left: line.left,
        right: line.right,
        top: Math.max(top, line.top),
        bottom: Math.min(bottom, line.bottom),
      }));
    });
    const overlap = words.reduce(
      (sum, word) =>
        sum +
        Math.max(0, Math.min(word.right, right) - Math.max(word.left, left)) *
          Math.max(0, Math.min(word.bottom, box.bottom) - Math.max(word.top, box.top)),
      0,
    );
    const faded: string[] = [];
    for (
      let element: Element | null = img;
      element && element !== section;
      element = element.parentElement
    ) {
      const { maskImage, opacity } = getComputedStyle(element);
      if (maskImage !== "none" || opacity !== "1") faded.push(element.tagName);
    }
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [200, 100];
    const context = canvas.getContext("2d");
    if (!context) throw new Error("the browser has no 2D canvas");
    context.drawImage(img, 0, 0, 200, 100);
    const tone = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(section).backgroundColor) ?? [];
    const edges = [
      context.getImageData(0, 0, 1, 100),
      context.getImageData(199, 0, 1, 100),
      context.getImageData(0, 0, 200, 1),
      context.getImageData(0, 99, 200, 1),
    ];
    const seams = edges.map(({ data }) =>
      Math.max(
        ...data.map((value, i) => (i % 4 === 3 ? 0 : Math.abs(value - Number(tone[(i % 4) + 1])))),
      ),
    );
    const style = getComputedStyle(heading);
    context.font = `${style.fontWeight} 100px ${style.fontFamily}`;
    const commaToCapital =
      (context.measureText(",").actualBoundingBoxDescent +
        context.measureText("S").actualBoundingBoxAscent) /
      100;
    return {
      hidden: Math.round(hidden),
      overlap: Math.round(overlap),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      faded,
      seams,
      leading: parseFloat(style.lineHeight) / parseFloat(style.fontSize),
      commaToCapital,
    };
  }, from);
}
