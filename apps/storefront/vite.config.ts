import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { chunkGroups } from "./chunks.ts";
import { oldBrowserStyles } from "./old-browser-styles.ts";
import { preloadHelper } from "./preload-helper.ts";
import { unusedRouterParts } from "./unused-router-parts.ts";

/** Seven characters are enough to distinguish versions, and every page contains the names of many files. */
const fileName = "assets/[name]-[hash:7].js";

export default defineConfig({
  plugins: [tailwindcss(), oldBrowserStyles(), reactRouter(), unusedRouterParts(), preloadHelper()],
  resolve: { dedupe: ["react", "react-dom", "react-router"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: fileName,
            chunkFileNames: fileName,
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: "./server.ts" } } },
  },
  // Small images and fonts are kept as files, because the Content-Security-Policy blocks data: URLs.
  build: { assetsInlineLimit: 0 },
});
