/**
 * Maximum number of milliseconds that a test waits for an expected event. It only ends tests that would otherwise wait
 * forever, and says nothing about speed.
 */
export const waitLimit = 120_000;
