export type SignedOut = {
  /** Path, query and hash of the page to return to, which is always on this origin. */
  returnTo: string;
};

type Location = {
  origin: string;
  pathname: string;
  search: string;
  hash: string;
  assign(url: string): void;
};

/** The page's origin; undefined outside a browser. */
export function pageOrigin(): string | undefined {
  return here()?.origin;
}

/** The current URL as a path that is safe to return to; "/" outside a browser. */
export function currentPath(): string {
  const location = here();
  return location ? safeReturnTo(location.pathname + location.search + location.hash) : "/";
}

/** Opens /login?returnTo=<path>. Does nothing outside a browser or on /login itself. */
export function goToLogin({ returnTo }: SignedOut): void {
  const location = here();
  if (location && location.pathname !== "/login")
    location.assign(`/login?returnTo=${encodeURIComponent(returnTo)}`);
}

/**
 * Returns the path if it stays on this origin, else "/". "//host" and "/\host" lead to another origin, and control
 * characters can hide such a path.
 */
export function safeReturnTo(path: string | null | undefined): string {
  // oxlint-disable-next-line no-control-regex
  return path && /^\/(?![/\\])[^\u0000-\u001F\u007F]*$/.test(path) ? path : "/";
}

function here(): Location | undefined {
  const location: Location | undefined = Reflect.get(globalThis, "location");
  return "document" in globalThis ? location : undefined;
}
