/** The page's global variable with its loader data, if that is plain. */
export const plainDataName = "plainData";

type Page = {
  plainData?: unknown;
  __reactRouterContext?: {
    streamController: { enqueue: (text: string) => void; close: () => void };
  };
};

/** Passes the page's plain data to the router, before it is hydrated. Other data is in the page as the router's own. */
export function passPlainData(): void {
  const { plainData, __reactRouterContext: router } = window as unknown as Page;
  if (plainData === undefined || !router) return;
  router.streamController.enqueue(numbered(plainData));
  router.streamController.close();
}

/** The router's list of numbered values, in which each object consists of the numbers of its keys and values. */
function numbered(data: unknown): string {
  const values: unknown[] = [];
  add(data);
  return `${JSON.stringify(values)}\n`;

  function add(value: unknown): number {
    // The router's number for null.
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
