import { pino } from "pino";
import { expect, test } from "vitest";
import { errorForLog } from "./error-for-log.ts";

test("a failed statement is logged without the data of its row", () => {
  const lines: string[] = [];
  const log = pino(
    { serializers: { err: errorForLog } },
    { write: (line: string) => void lines.push(line) },
  );
  const error = Object.assign(
    new Error('duplicate key value violates unique constraint "subscriptions_by_email"', {
      cause: new Error("mail to ada@example.com was refused"),
    }),
    {
      code: "23505",
      constraint: "subscriptions_by_email",
      detail: "Key (lower(email))=(ada@example.com) already exists.",
      where: "Failing row contains (Ada Rossi, 1 Main St)",
      parameters: ["ada@example.com"],
    },
  );
  log.error({ err: error }, "INTERNAL_ERROR");
  log.error({ err: new Error('invalid input syntax for type uuid: "mallory"') }, "INTERNAL_ERROR");
  expect(lines.join("")).not.toMatch(/ada|Rossi|Main St|mallory/i);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    err: { code: "23505", constraint: "subscriptions_by_email", cause: { type: "Error" } },
  });
});
