import { hideAddresses } from "./hide-addresses.ts";

/** Fields of an error that say where it happened but contain no personal data. */
const logged = [
  "code",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "statusCode",
] as const;
const maxCauses = 3;

/**
 * An error as it is logged: its message and stack without email addresses and without values that PostgreSQL could not
 * parse. Of PostgreSQL's fields, only names and codes are logged, because `detail` and `where` quote whole rows.
 */
export function errorForLog(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutValues(String(error)) };
  const fields = error as unknown as Record<string, unknown>;
  const named = logged.flatMap((name): [string, unknown][] =>
    fields[name] === undefined ? [] : [[name, fields[name]]],
  );
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ""),
    ...Object.fromEntries(named),
    ...(error.cause === undefined || depth === maxCauses
      ? {}
      : { cause: errorForLog(error.cause, depth + 1) }),
  };
}

function withoutValues(text: string): string {
  return hideAddresses(text.split("\n").map(withoutInput).join("\n"));
}

/** Removes from a line the value that PostgreSQL could not parse. */
function withoutInput(line: string): string {
  const at = line.search(/invalid input (?:syntax|value) for /);
  const colon = at < 0 ? -1 : line.indexOf(": ", at);
  return colon < 0 ? line : line.slice(0, colon);
}
