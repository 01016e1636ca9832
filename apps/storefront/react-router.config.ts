import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  appDirectory: "src",
  buildDirectory: "build",
  // All routes' names come with the first page: no request for the manifest while shopping.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
