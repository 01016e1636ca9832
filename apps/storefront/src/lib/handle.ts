/** What a route may say of its page: `export const handle: PageHandle = { noJs: true }`. */
export type PageHandle = {
  /** The page works without any module: none is sent. */
  noJs?: boolean;
  /** The header lies on the page's first picture and turns opaque after 50 px. */
  overlayHeader?: boolean;
};

/** The handle a route module exports, where it exports one. */
export function handleOf(handle: unknown): PageHandle | undefined {
  return isHandle(handle) ? handle : undefined;
}

// Route modules are ours and annotate what they export; the router alone forgets the type.
function isHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null;
}
