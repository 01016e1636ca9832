import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { watchUnreadAnswers } from "../answers/unread-answers.ts";
import type { Timeouts } from "../timeouts.ts";
import { guardParser } from "./guard-parser.ts";
import { hasLongHeader } from "./long-headers.ts";

/**
 * Maximum number of unanswered requests per connection, including the running one. Browsers and proxies do not
 * pipeline.
 */
const maxUnanswered = 8;
/** Maximum number of headers of a request, several times as many as browsers and proxies send together. */
const maxHeaders = 200;
/**
 * Longer than load balancers keep an idle connection (60 s), so that they never send a request on one that we just
 * closed.
 */
const keepAliveMs = 72_000;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Creates the server. Node emits all pipelined requests of a read at once; here, the next one of a connection waits
 * until the previous response is sent. A connection with too many requests, or whose client reads too slowly, is
 * closed. `refuse` answers a request without a path, or with too many or too long headers.
 */
export function createHttpServer(
  answer: RequestListener,
  refuse: (socket: Socket, why: "path" | "headers") => void,
  { headersMs, answerMs, answerPace }: Timeouts,
): Server {
  const watch = watchUnreadAnswers(answerPace);
  const connections = new WeakMap<Socket, Exchange[]>();
  const answerFirst = (unanswered: Exchange[]) => {
    const [first] = unanswered;
    if (first?.request.socket.writable !== true) return;
    const { request, response } = first;
    const { socket } = request;
    // The timer restarts whenever bytes are sent. It has no effect while the server is still preparing the response.
    response.setTimeout(answerMs, () => void (socket.writableLength > 0 && socket.destroy()));
    response.once("close", () => {
      unanswered.shift();
      if (unanswered.length > 0) setImmediate(answerFirst, unanswered);
    });
    answer(request, response);
  };
  const receive: RequestListener = (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    if (request.rawHeaders.length > 2 * maxHeaders || hasLongHeader(request.headers))
      return refuse(socket, "headers");
    const path = pathOf(request.url ?? "");
    if (path === null) return refuse(socket, "path");
    request.url = path;
    const unanswered = connections.get(socket) ?? [];
    connections.set(socket, unanswered);
    watch(socket);
    unanswered.push({ request, response });
    // A chunked request may not wait for another one, because Node would read its chunks meanwhile (see holdChunks).
    const isChunked = request.headers["transfer-encoding"] !== undefined;
    if (unanswered.length > (isChunked ? 1 : maxUnanswered)) socket.destroy();
    else if (unanswered.length === 1) answerFirst(unanswered);
  };
  const server = createServer(
    {
      headersTimeout: headersMs,
      connectionsCheckingInterval: 1000,
      // Bodies have their own minimum rate (read-body.ts). Node's requestTimeout ends long requests, not slow ones.
      requestTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      // Otherwise, Node would answer requests without a Host header itself, outside the limit on unanswered requests.
      // host-store.ts rejects them.
      requireHostHeader: false,
    },
    receive,
  );
  // Node rejects requests with more headers than this. Earlier versions dropped the surplus instead. With one header
  // too many, receive() would then still reject the request.
  server.maxHeadersCount = maxHeaders + 1;
  return server.on("checkExpectation", receive).on("connection", guardParser);
}

/**
 * The path and query that a request names; null for `*`. Proxies may send a whole URL. Its host is cut off without
 * parsing it, because only the Host header counts, and because the router would parse the URL in time quadratic in the
 * host's length.
 */
function pathOf(target: string): string | null {
  if (target.startsWith("/")) return target;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  if (origin === undefined) return null;
  const path = target.slice(origin.length);
  return path.startsWith("/") ? path : `/${path}`;
}
