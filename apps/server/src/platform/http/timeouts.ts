import type { Pace } from "./bodies/read-body.ts";
import type { AnswerPace } from "./answers/unread-answers.ts";

/** How long a caller may take to send a request; tests shorten them. */
export type Timeouts = {
  /** To send the headers whole. */
  headersMs: number;
  /** For whatever is not an upload. */
  body: Pace;
  /** As long as it keeps coming: what is streamed to a file holds no memory. */
  upload: Pace;
  /** An upload that is held in memory until it is whole. */
  wholeUpload: Pace;
  /** For the rest of a body that nobody reads, once its request is answered. */
  restMs: number;
  /** Without a byte of the answer being taken. */
  answerMs: number;
  answerPace: AnswerPace;
};

// Apache's default for bodies (mod_reqtimeout: body=20,MinRate=500); the idle limit is half of nginx's client_body_timeout.
const slowest = { graceMs: 20_000, bytesPerSecond: 500 };

export const theTimeouts: Timeouts = {
  headersMs: 30_000,
  body: { idleMs: 30_000, totalMs: 30_000, ...slowest },
  upload: { idleMs: 30_000, totalMs: Infinity, ...slowest },
  // 8 MB take under three minutes at most, 20 MB under seven.
  wholeUpload: { idleMs: 30_000, totalMs: Infinity, graceMs: 20_000, bytesPerSecond: 50_000 },
  restMs: 10_000,
  answerMs: 30_000,
  // A page of 1 MB takes 100 s at most; no answer of the API is larger than 4 MB.
  answerPace: { graceMs: 30_000, bytesPerSecond: 10_000, maxUnreadBytes: 256 * 1024 * 1024 },
};
