/** Properties that a route sets for its page: `export const handle: PageHandle = { noJs: true }`. */
export type PageHandle = {
  /** Whether the page works without JavaScript. If so, no modules are sent. */
  noJs?: boolean;
  /** Whether the header overlays the page's first picture and turns opaque after 50 px of scrolling. */
  overlayHeader?: boolean;
};

/** The handle that a route module exports, if any. */
export function handleOf(handle: unknown): PageHandle | undefined {
  return isHandle(handle) ? handle : undefined;
}

/**
 * Whether an account page was opened for a store other than the one that serves it (`otherStore` in its loader data).
 * The header and footer of the serving store would then be misleading.
 */
export function isForOtherStore(loaderData: unknown): boolean {
  return (
    typeof loaderData === "object" &&
    loaderData !== null &&
    "otherStore" in loaderData &&
    loaderData.otherStore !== null
  );
}

// Route modules declare their handle as PageHandle, but the router's types don't preserve that type.
function isHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null;
}
