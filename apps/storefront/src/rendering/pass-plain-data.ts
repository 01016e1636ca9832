/** The name of the page's global variable that holds its loader data, if the data is plain (see `isPlainData`). */
export const plainDataName = "plainData";

type Page = {
  plainData?: unknown;
  __reactRouterContext?: {
    streamController: { enqueue: (text: string) => void; close: () => void };
  };
};

/**
 * Passes the page's plain data to the router before hydration. If the data isn't plain, the page contains it in the
 * router's own format.
 */
export function passPlainData(): void {
  const { plainData, __reactRouterContext: router } = window as unknown as Page;
  if (plainData === undefined || !router) return;
  router.streamController.enqueue(numbered(plainData));
  router.streamController.close();
}

/**
 * Converts data to the router's format: a numbered list of values, where each object consists of the numbers of its
 * keys and values.
 */
function numbered(data: unknown): string {
  const values: unknown[] = [];
  add(data);
  return `${JSON.stringify(values)}\n`;

  function add(value: unknown): number {
    // In the router's format, null is the number -5.
    if (value === null) return -5;
    const index = values.push(0) - 1;
    if (Array.isArray(value)) values[index] = value.map(add);
    else if (typeof value === "object")
      values[index] = Object.fromEntries(
        Object.entries(value).map(([key, item]) => [`_${add(key)}`, add(item)]),
      );
    else values[index] = value;
    return index;
  }
}
