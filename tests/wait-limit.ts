/** Milliseconds a test waits for what it expects: ends one that would wait forever, and says nothing about speed. */
export const waitLimit = 120_000;
