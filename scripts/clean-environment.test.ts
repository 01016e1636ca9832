import { expect, test } from "vitest";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { cleanEnvironment } from "./testing/steps.mjs";

test("the tests get none of the product's settings", () => {
  const read = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name: string) => {
        read.add(name);
        // The other S3 settings are read only if S3_ENDPOINT is set.
        return name === "S3_ENDPOINT" ? "https://s3.example" : name.startsWith("S3_") ? "x" : "";
      },
    },
  );
  readConfig(environment, "/");
  expect([...read]).toEqual(expect.arrayContaining(["PAYMENTS", "S3_BUCKET"]));
  const all = Object.fromEntries([...read, "PATH"].map((name) => [name, "x"]));
  expect(cleanEnvironment(all)).toEqual({ PATH: "x" });
});
