import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  appDirectory: "src",
  buildDirectory: "build",
  // Sends all route names with the first page, so that the router never requests a route manifest.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
