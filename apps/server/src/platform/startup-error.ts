/** An expected failure at start: its message is one line that says what to do, printed as it is. */
export class StartupError extends Error {
  override name = "StartupError";
}
