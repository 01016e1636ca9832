/** An expected failure at startup. Its message is one line that says what to do, printed as is. */
export class StartupError extends Error {
  override name = "StartupError";
}
