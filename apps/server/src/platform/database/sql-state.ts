/** The SQLSTATE codes that callers distinguish (PostgreSQL's documentation, appendix A). */
const codes = {
  deadlock: "40P01",
  diskFull: "53100",
  duplicateDatabase: "42P04",
  foreignKeyViolation: "23503",
  insufficientPrivilege: "42501",
  invalidLogin: "28000",
  invalidPassword: "28P01",
  lockNotAvailable: "55P03",
  /** Raised by our own functions: no such row, or not the caller's. */
  notFound: "VT404",
  /** Raised by our own functions: the caller no longer has the permission. */
  notHeld: "VT403",
  serializationFailure: "40001",
  undefinedDatabase: "3D000",
  undefinedTable: "42P01",
  uniqueViolation: "23505",
} as const;

export type SqlState = keyof typeof codes;

/** Whether the error has one of these codes. Doesn't check its class, which errors lose when passed between threads. */
export function isSqlState(error: unknown, ...states: readonly SqlState[]): boolean {
  const code = fieldOf(error, "code");
  return states.some((state) => codes[state] === code);
}

/** The constraint that an error names; "" if it names none. */
export function constraintOf(error: unknown): string {
  return fieldOf(error, "constraint");
}

function fieldOf(error: unknown, name: "code" | "constraint"): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
  return typeof value === "string" ? value : "";
}
