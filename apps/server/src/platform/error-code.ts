/** The `code` of an error, such as the system's ENOENT or the API's NOT_FOUND; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
