import type { Socket } from "node:net";

/** How fast clients have to read responses. */
export type AnswerPace = {
  /** After this time a response must have been read at the minimum average rate. */
  graceMs: number;
  bytesPerSecond: number;
  /**
   * The maximum number of unread bytes of all connections together. Above it, the connections that have waited longest
   * are closed.
   */
  maxUnreadBytes: number;
};

/** A connection's state since its responses were last read completely. */
type Wait = { bytesBefore: number; waitedMs: number };

const lookEveryMs = 1000;
/** The maximum number of bytes per UTF-16 unit. Node counts queued strings in these units. */
const maxBytesPerUnit = 3;

/**
 * Closes connections that read their responses too slowly. If all connections together hold too much memory, also
 * closes those that have waited longest. Unread responses are outside the heap, so no heap limit applies to them.
 */
export function watchUnreadAnswers(pace: AnswerPace): (socket: Socket) => void {
  const waits = new Map<Socket, Wait>();
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  const look = () => {
    // Time during which this process was busy doesn't count against clients.
    const elapsedMs = Math.min(performance.now() - lookedAt, 2 * lookEveryMs);
    lookedAt = performance.now();
    closeSlow(waits, elapsedMs, pace);
  };
  return (socket) => {
    if (waits.has(socket)) return;
    waits.set(socket, { bytesBefore: socket.bytesWritten, waitedMs: 0 });
    if (timer === undefined) {
      lookedAt = performance.now();
      timer = setInterval(look, lookEveryMs).unref();
    }
    socket.once("close", () => {
      waits.delete(socket);
      if (waits.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  };
}

function closeSlow(waits: ReadonlyMap<Socket, Wait>, elapsedMs: number, pace: AnswerPace): void {
  const unread: { socket: Socket; bytes: number; waitedMs: number }[] = [];
  for (const [socket, wait] of waits) {
    const given = socket.bytesWritten - wait.bytesBefore;
    if (socket.writableLength === 0) {
      Object.assign(wait, { bytesBefore: socket.bytesWritten, waitedMs: 0 });
      continue;
    }
    wait.waitedMs += elapsedMs;
    if (wait.waitedMs > Math.max(pace.graceMs, (given / pace.bytesPerSecond) * 1000))
      socket.destroy();
    else {
      const bytes = Math.min(given, socket.writableLength * maxBytesPerUnit);
      unread.push({ socket, bytes, waitedMs: wait.waitedMs });
    }
  }
  let sum = unread.reduce((all, { bytes }) => all + bytes, 0);
  if (sum <= pace.maxUnreadBytes) return;
  for (const { socket, bytes } of unread.toSorted((a, b) => b.waitedMs - a.waitedMs)) {
    if (sum <= pace.maxUnreadBytes) return;
    socket.destroy();
    sum -= bytes;
  }
}
