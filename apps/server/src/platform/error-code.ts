/** The `code` of an error, such as ENOENT of the system or NOT_FOUND of the API; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
