/** An expected failure at start. Its message is one line that says what to do, printed as it is. */
export class StartupError extends Error {
  override name = "StartupError";
}
