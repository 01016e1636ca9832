import type { Transport } from "@vetrina/client/transport";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { inProcessTransport } from "./platform/http/transport.ts";

type Begun<Shown> = { page: Promise<Shown> };

type PageCalls = {
  transport: Transport;
  /**
   * Renders the page in a share of the renderings. Once one of its calls waits for a turn, it leaves the share to
   * others, because the turns limit it from then on.
   */
  inShare: <Shown>(
    share: (begin: () => Promise<Begun<Shown>>) => Promise<Begun<Shown>>,
    render: () => Promise<Shown>,
  ) => Promise<Shown>;
  /** Resolves when the calls that have begun are answered. */
  ended: () => Promise<void>;
};

/** A page's calls of the API. Once its caller has left (`gone`), it begins no more. */
export function pageCalls(
  app: FastifyInstance,
  request: FastifyRequest,
  gone: AbortSignal,
): PageCalls {
  const { promise: waits, resolve: onWait } = Promise.withResolvers<void>();
  const send = inProcessTransport(app, request, { gone, onWait });
  const running = new Set<Promise<unknown>>();
  return {
    async transport(sent) {
      gone.throwIfAborted();
      const call = send(sent);
      running.add(call);
      return call.finally(() => running.delete(call));
    },
    async inShare(share, render) {
      const { page } = await share(async () => {
        const page = render();
        await Promise.race([page, waits]);
        return { page };
      });
      return page;
    },
    async ended() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
