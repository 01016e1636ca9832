/**
 * An expected failure at startup. Its message is one line, which is printed as is for the person who started the
 * server.
 */
export class StartupError extends Error {
  override name = "StartupError";
}
