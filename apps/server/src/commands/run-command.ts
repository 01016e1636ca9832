import { errorCode } from "../platform/error-code.ts";
import { StartupError } from "../platform/startup-error.ts";

/**
 * Runs a command and ends the process with its exit code. Prints errors. `what` names the command, e.g. "the import".
 */
export async function runCommand(main: () => Promise<number>, what: string): Promise<never> {
  process.exit(await main().catch((error: unknown) => explain(error, what)));
}

/** Prints a line for the user to standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes to standard output and waits until the text is flushed, because the process exits right after. */
export function write(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** Shows progress on a terminal, in one line that is rewritten at most every 200 ms. Shows nothing elsewhere. */
export function logProgress(): {
  step: (doing: string, done: number, of?: number) => void;
  end: () => void;
} {
  let shown = 0;
  let open = false;
  return {
    step(doing, done, of) {
      const now = performance.now();
      if (!process.stderr.isTTY || (now - shown < 200 && done !== of)) return;
      shown = now;
      open = true;
      process.stderr.write(`\r${doing}: ${done}${of === undefined ? "" : ` of ${of}`}   `);
    },
    end() {
      if (open) process.stderr.write("\n");
    },
  };
}

function explain(error: unknown, what: string): number {
  if (error instanceof StartupError) say(error.message);
  else if (isConnectionLost(error))
    say(`The database connection was lost while ${what} ran. Run it again.`);
  else
    say(
      `${what.charAt(0).toUpperCase()}${what.slice(1)} failed: ${String((error as Error).stack)}`,
    );
  return 1;
}

function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error) ?? "";
  return (
    /^(?:57P0[123]|08...|ECONN.*|EPIPE)$/.test(code) || /Connection terminated/.test(String(error))
  );
}
