import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/**
 * A chunk with fewer bytes counts as small. Programs usually send larger ones. Each chunk takes time, however small it
 * is.
 */
const minChunkBytes = 512;
/** How many chunks a body may have beyond one per 512 bytes, for example if a client sends a form's parts singly. */
const maxSmallChunks = 100;
/**
 * The maximum number of small chunks of all chunked bodies together in one iteration of the event loop, not counting
 * the first chunk of each body.
 */
const maxSmallInRun = 1000;

/** Whether the rest of the request's body was dropped, because its chunks were too small. */
export function isCutOff(request: IncomingMessage): boolean {
  return cutOff.has(request);
}

const cutOff = new WeakSet<IncomingMessage>();

/** Node's parser of a connection, whose type and fields are private. The callbacks for C++ are stored under numbers. */
type Parser = {
  onIncoming: (request: IncomingMessage, keepAlive: boolean) => number;
  [callback: number]: TakeChunk | null;
};
type TakeChunk = (this: Parser, chunk: Uint8Array) => void;

/** The name of the function that the parser calls once for each chunk of a body, even if one read contains many. */
const bodyCallback = "parserOnBody";

/** Makes the parser skip the rest of what was read, as it does after a request to switch protocols. */
const stop = 2;

/**
 * Ends the parsing of a connection that is closed. Otherwise Node creates the objects of all requests that one read
 * contained, up to two thousand, and an error with a stack trace for each.
 *
 * Also ends the reading of a body with too many small chunks: the parser then skips the rest of it without leaving C++.
 * One read can contain ten thousand chunks, and hundreds of connections can be read in one tick of the event loop.
 *
 * Uses private fields of Node, and does nothing without them; http-server.test.ts and small-chunks.test.ts then fail.
 */
export function guardParser(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: Parser };
  if (parser?.onIncoming === undefined) return;
  const { onIncoming } = parser;
  const key = Object.keys(parser)
    .map(Number)
    .find((one) => parser[one]?.name === bodyCallback);
  const take = key === undefined ? null : parser[key];
  parser.onIncoming = (request, keepAlive) => {
    if (!socket.writable) return stop;
    if (key !== undefined && take)
      parser[key] = limited(take, isChunked(request), () => {
        cutOff.add(request);
        parser[key] = null;
      });
    return onIncoming(request, keepAlive);
  };
  // Node uses the parser again for another connection.
  if (key !== undefined && take) socket.once("close", () => (parser[key] = take));
}

/** Only a chunked body has several chunks in one read. In a body with a Content-Length, each read is one chunk. */
const isChunked = ({ headers }: IncomingMessage) => headers["transfer-encoding"] !== undefined;

let smallInRun = 0;

/** Counts a small chunk, and returns whether there have been too many in this iteration of the event loop. */
function isOneTooManyInRun(): boolean {
  if (smallInRun === 0) setImmediate(() => (smallInRun = 0));
  smallInRun += 1;
  return smallInRun > maxSmallInRun;
}

/** Calls `take` for each chunk of one body. Calls `cut` first if the chunk exceeds a limit. */
function limited(take: TakeChunk, countsInRun: boolean, cut: () => void): TakeChunk {
  let [chunks, bytes] = [0, 0];
  return function takeLimited(chunk) {
    chunks += 1;
    bytes += chunk.length;
    const isCounted = countsInRun && chunks > 1 && chunk.length < minChunkBytes;
    const isOneTooMany = isCounted && isOneTooManyInRun();
    if (isOneTooMany || chunks > maxSmallChunks + bytes / minChunkBytes) cut();
    // Passes the last chunk on after the cut, so that the body's reader notices the cut.
    take.call(this, chunk);
  };
}
