import { buildStorefront } from "../build-storefront.mjs";
import { stop } from "../pinned-node.mjs";

try {
  const seconds = await buildStorefront();
  process.stdout.write(
    seconds === null ? "The build is up to date.\n" : `Built in ${seconds.toFixed(1)} s\n`,
  );
} catch (error) {
  stop(/** @type {Error} */ (error).message);
}
