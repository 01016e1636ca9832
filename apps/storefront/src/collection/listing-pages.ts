/** Pieces a page adds. */
export const pageSize = 24;
/** So many pages stand below each other; the next one begins a new sheet, with a way back to the one before. */
export const pagesPerSheet = 8;
/** The most an API call gives is 100: four pages. */
const pagesPerCall = 4;

type Call = { page: number; limit: number };

/** The calls that fetch what page n shows: its sheet's pages up to n. `take` is how many pieces of them are shown. */
export function callsFor(page: number): { calls: Call[]; before: number; take: number } {
  const first = firstOfSheet(page);
  const count = page - first + 1;
  const before = (first - 1) * pageSize;
  const take = count * pageSize;
  if (count <= 2) return { calls: [call(before, take)], before, take };
  const limit = pagesPerCall * pageSize;
  const calls = Array.from({ length: Math.ceil(count / pagesPerCall) }, (_, index) =>
    call(before + index * limit, limit),
  );
  return { calls, before, take };
}

/** The page that begins the sheet on which a page stands. */
export function firstOfSheet(page: number): number {
  return Math.floor((page - 1) / pagesPerSheet) * pagesPerSheet + 1;
}

/** The last page of so many pieces, at least 1. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

function call(offset: number, limit: number): Call {
  return { page: offset / limit + 1, limit };
}
