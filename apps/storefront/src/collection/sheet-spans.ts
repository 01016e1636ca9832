const wide: Readonly<Record<number, string>> = {
  1: "lg:col-span-12",
  2: "lg:col-span-6",
  3: "lg:col-span-4",
  4: "lg:col-span-3",
};

/**
 * The CSS class for the width of each collection on the page of all collections, such that every row is full in both
 * two and twelve columns.
 */
export function sheetSpans(count: number): string[] {
  return rowsOf(count)
    .flatMap((length) => Array.from({ length }, () => wide[length] ?? ""))
    .map((span, index) => {
      const alone = index === 0 || (index === count - 1 && count % 2 === 0);
      return alone ? `max-lg:col-span-2 ${span}` : span;
    });
}

/**
 * Splits the collections into rows of three and four, where possible. Rows of both lengths alternate while both are
 * left.
 */
function rowsOf(count: number): number[] {
  const fours = count % 3;
  if (fours * 4 > count) return count > 4 ? [3, count - 3] : [count];
  const threes = (count - fours * 4) / 3;
  return Array.from({ length: Math.max(threes, fours) }, (_, row) => [
    ...(row < threes ? [3] : []),
    ...(row < fours ? [4] : []),
  ]).flat();
}

/** For each list, its first image that no earlier list shows; if there is none, its very first image. */
export function distinctPictures<T extends { url: string }>(lists: readonly (readonly T[])[]) {
  const shown = new Set<string>();
  return lists.map((pictures) => {
    const picture = pictures.find(({ url }) => !shown.has(url)) ?? pictures[0] ?? null;
    if (picture) shown.add(picture.url);
    return picture;
  });
}

/**
 * Returns up to `limit` positions whose image an earlier position already shows. The page then requests more images for
 * them.
 */
export function repeatedPictures(
  pictures: readonly ({ url: string } | null)[],
  limit: number,
): number[] {
  const shown = new Set<string>();
  const repeated = pictures.flatMap((picture, at) => {
    if (picture === null) return [];
    if (shown.has(picture.url)) return [at];
    shown.add(picture.url);
    return [];
  });
  return repeated.slice(0, limit);
}
