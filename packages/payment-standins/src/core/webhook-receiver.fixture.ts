import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { path: string; headers: Record<string, string>; body: string };

/** A server that receives a shop's webhooks and responds with `status`, which is 200 at first. */
export async function receiveWebhooks() {
  const received: Received[] = [];
  const settings = { status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({
        path: request.url ?? "",
        headers: request.headers as Record<string, string>,
        body,
      });
      response.writeHead(settings.status).end();
    });
  });
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    settings,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
