/** Number of products on each page. */
export const pageSize = 24;
/**
 * The number of pages on a sheet, where they follow each other. The page after them starts a new sheet, with a link to
 * the previous one. It is small because opening a sheet's last page loads the whole sheet with one API call.
 */
export const pagesPerSheet = 2;

type PageCall = { call: { page: number; limit: number }; before: number; take: number };

/**
 * The API call that loads a page along with the earlier pages of its sheet. `take` is how many of the returned products
 * are shown.
 */
export function callFor(page: number): PageCall {
  const first = firstOfSheet(page);
  const count = page - first + 1;
  const before = (first - 1) * pageSize;
  // The API takes a page number instead of an offset, so `before` must be a multiple of `limit`.
  const limit = count * pageSize;
  return { call: { page: before / limit + 1, limit }, before, take: count * pageSize };
}

/** The API call that loads a page without the earlier pages of its sheet. */
export function callForPageAlone(page: number): PageCall {
  return { call: { page, limit: pageSize }, before: (page - 1) * pageSize, take: pageSize };
}

/** The first page of the sheet that contains a page. */
export function firstOfSheet(page: number): number {
  return Math.floor((page - 1) / pagesPerSheet) * pagesPerSheet + 1;
}

/** The last page for a number of products, at least 1. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
