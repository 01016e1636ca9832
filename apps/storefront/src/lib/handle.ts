/** Properties that a route sets for its page: `export const handle: PageHandle = { noJs: true }`. */
export type PageHandle = {
  /** The page works without JavaScript, so no modules are sent. */
  noJs?: boolean;
  /** The header overlays the page's first picture and turns opaque after 50 px of scroll. */
  overlayHeader?: boolean;
};

/** The handle that a route module exports, if any. */
export function handleOf(handle: unknown): PageHandle | undefined {
  return isHandle(handle) ? handle : undefined;
}

// Route modules declare their handle as PageHandle. The router's types don't keep that.
function isHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null;
}
