import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { dedupe: ["react", "react-dom", "react-router"] },
  environments: { ssr: { build: { rollupOptions: { input: "./server.ts" } } } },
  // Small pictures and fonts stay files: a data: address is refused by the pages' security policy.
  build: { assetsInlineLimit: 0 },
});
