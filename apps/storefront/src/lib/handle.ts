/** Properties that a route sets for its page: `export const handle: PageHandle = { noJs: true }`. */
export type PageHandle = {
  /** Whether the page works without JavaScript, so that no modules are sent. */
  noJs?: boolean;
  /** Whether the header overlays the page's first picture and turns opaque after 50 px of scrolling. */
  overlayHeader?: boolean;
};

/** The handle that a route module exports, if any. */
export function handleOf(handle: unknown): PageHandle | undefined {
  return isHandle(handle) ? handle : undefined;
}

/**
 * Whether a page is about an account of another store than its host's (`otherStore` in its loader data), so that this
 * store's header and footer would mislead.
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
