/**
 * Milliseconds that a test waits for an expected event. It only ends a test that would wait forever, and isn't a
 * measure of speed.
 */
export const waitLimit = 120_000;
