import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { chunkGroups } from "./chunks.ts";
import { oldBrowserStyles } from "./old-browser-styles.ts";
import { preloadHelper } from "./preload-helper.ts";
import { unusedRouterParts } from "./unused-router-parts.ts";

/**
 * Seven hexadecimal digits are enough to distinguish versions. Names are short because every page contains many of
 * them.
 */
const fileName = "assets/[name]-[hash:7].js";
/** Both builds need the same hashes, because the server's pages name fonts that the browser's stylesheet loads. */
const hashCharacters = "hex";

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
            hashCharacters,
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { input: "./server.ts", output: { hashCharacters } } } },
  },
  // Small assets are kept as files, because the Content-Security-Policy blocks fonts in data: URLs.
  build: { assetsInlineLimit: 0 },
});
