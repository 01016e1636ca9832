import type { Socket } from "node:net";

/** How answers have to be taken, by whoever asked for them. */
export type AnswerPace = {
  /** After so long an answer has to have been taken at least so fast on average. */
  graceMs: number;
  bytesPerSecond: number;
  /** Of all connections of the process together: beyond it those that have waited longest are closed. */
  maxUnreadBytes: number;
};

/** Of a connection since nothing of its answers waited last. */
type Wait = { bytesBefore: number; waitedMs: number };

const lookEveryMs = 1000;
/** UTF-16 units, which a queued string is counted in, are at most so many bytes. */
const maxBytesPerUnit = 3;

/**
 * Closes connections that take their answers too slowly, and the slowest where all of them hold too much memory: unread
 * answers lie outside the heap, where no heap limit ends them.
 */
export function watchUnreadAnswers(pace: AnswerPace): (socket: Socket) => void {
  const waits = new Map<Socket, Wait>();
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  const look = () => {
    // Time in which this process was busy itself is not held against those who read.
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
