import { readFileSync } from "node:fs";
import path from "node:path";
import { apiVersion } from "@vetrina/contract/api";
import type { system } from "@vetrina/contract/stores/system";
import type { Handler } from "../../platform/http/routes.ts";

const root = path.join(import.meta.dirname, "../../../../..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  version: string;
};

export const { version } = manifest;

/** Returns the versions of the product and of its API. */
export const getVersion: Handler<typeof system.getVersion> = async () => ({
  name: "vetrina",
  version,
  apiVersion,
});
