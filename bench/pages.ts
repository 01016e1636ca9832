import { perSecond } from "./load.ts";
import type { BenchServer } from "./bench-server.ts";
import { anyLink } from "./reads.ts";
import type { Row } from "./table.ts";

/** Pages rendered anew for each request. The yardstick is the same page's HTML by react-dom alone, see yardsticks. */
export async function measurePages(server: BenchServer): Promise<Row[]> {
  const link = await anyLink(server);
  const home = await perSecond(`${server.origin}/`, 4);
  const product = await perSecond(`${server.origin}/product?link=${link}`, 4);
  const row = { yardstick: null, unit: "/s", reach: Number.POSITIVE_INFINITY, against: "" };
  return [
    { ...row, what: "Home rendered uncached", ours: home },
    { ...row, what: "Product page rendered uncached", ours: product },
  ];
}
