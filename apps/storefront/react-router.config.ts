import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { compressAssets } from "./compress-assets.ts";

export default {
  ssr: true,
  appDirectory: "src",
  buildDirectory: "build",
  // All routes' names come with the first page: no request for the manifest while shopping.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) =>
    compressAssets(path.join(reactRouterConfig.buildDirectory, "client/assets")),
} satisfies Config;
