import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  appDirectory: "src",
  buildDirectory: "build",
  // The first page includes all route names, so that no manifest is requested while shopping.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
