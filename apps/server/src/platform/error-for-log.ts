import { hideAddresses } from "./hide-addresses.ts";

/** Fields of an error that say where it came from and never whom it was about. */
const kept = ["code", "schema", "table", "column", "constraint", "routine", "statusCode"] as const;
const maxCauses = 3;

/**
 * An error as it is logged: its message and stack without e-mail addresses and without quoted values, and of PostgreSQL's
 * fields the names alone: `detail` and `where` quote whole rows.
 */
export function errorForLog(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutValues(String(error)) };
  const fields = error as unknown as Record<string, unknown>;
  const named = kept.flatMap((name): [string, unknown][] =>
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

/** A line that quotes what PostgreSQL could not read, up to that. */
function withoutInput(line: string): string {
  const at = line.search(/invalid input (?:syntax|value) for /);
  const colon = at < 0 ? -1 : line.indexOf(": ", at);
  return colon < 0 ? line : line.slice(0, colon);
}
