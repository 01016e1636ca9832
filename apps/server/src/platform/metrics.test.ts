import { expect, test } from "vitest";
import { countRequest, startMetricsServer } from "./metrics.ts";

test("Prometheus reads the metrics of the process and its requests, and nothing else is served", async () => {
  countRequest({ method: "GET", route: "/of-this-test/:id", status: 200, seconds: 0.004 });
  const server = await startMetricsServer(0, "127.0.0.1");
  const url = `http://127.0.0.1:${server.port}`;
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).toContain(
    'http_request_duration_seconds_bucket{le="0.005",method="GET",route="/of-this-test/:id",status="200"} 1',
  );
  expect((await fetch(url)).status).toBe(404);
  await expect(startMetricsServer(server.port, "127.0.0.1")).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  await server.close();
});
