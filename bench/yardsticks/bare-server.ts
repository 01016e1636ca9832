import { createServer, type ServerResponse } from "node:http";
import { Pool } from "pg";
import { replay, type Statement } from "../../tests/recorded.ts";

type Task = { port: number; databaseUrl: string; statements: Statement[]; answer: unknown };

/**
 * Does the minimum for a response: executes the statements that the server executed for it, and serializes the same
 * JSON.
 */
process.once("message", (message) => {
  const { port, databaseUrl, statements, answer: json } = message as Task;
  const pool = new Pool({ connectionString: databaseUrl, max: 16 });
  const answer = async (response: ServerResponse) => {
    await replay(pool, statements);
    const body = JSON.stringify(json);
    response.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  };
  createServer((_request, response) => {
    void answer(response);
  }).listen(port, "127.0.0.1");
});
process.on("SIGTERM", () => process.exit(0));
