/**
 * Milliseconds that a test waits for an expected event. It only ends a test that would wait forever, and doesn't
 * measure speed.
 */
export const waitLimit = 120_000;
