import type { Pace } from "./bodies/read-body.ts";
import type { AnswerPace } from "./answers/unread-answers.ts";

/** How long a caller may take to send a request and to read the response. Tests use shorter times. */
export type Timeouts = {
  /** The maximum time for all headers. */
  headersMs: number;
  /** The limits for every body that isn't an upload. */
  body: Pace;
  /**
   * An upload that is streamed to a file. It has no total limit while data keeps arriving, because it uses little
   * memory.
   */
  upload: Pace;
  /** An upload that is buffered in memory. */
  wholeUpload: Pace;
  /** How long the unread rest of a body may take after the response was sent. */
  restMs: number;
  /** How long the client may go without reading a byte of the response. */
  answerMs: number;
  answerPace: AnswerPace;
};

// Apache's default for bodies (mod_reqtimeout: body=20,MinRate=500). The idle limits below are half of nginx's
// client_body_timeout.
const slowest = { graceMs: 20_000, bytesPerSecond: 500 };

export const theTimeouts: Timeouts = {
  headersMs: 30_000,
  body: { idleMs: 30_000, totalMs: 30_000, ...slowest },
  upload: { idleMs: 30_000, totalMs: Infinity, ...slowest },
  // 8 MB takes at most three minutes, 20 MB seven.
  wholeUpload: { idleMs: 30_000, totalMs: Infinity, graceMs: 20_000, bytesPerSecond: 50_000 },
  restMs: 10_000,
  answerMs: 30_000,
  // A page of 1 MB takes at most 100 s. The JSON of a read has at most 4 MB.
  answerPace: { graceMs: 30_000, bytesPerSecond: 10_000, maxUnreadBytes: 256 * 1024 * 1024 },
};
