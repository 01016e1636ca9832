import autocannon from "autocannon";

const connections = 16;
const rounds = 3;
const seconds = 4;

/**
 * Returns the median requests per second of two URLs, measured alternately so that other work on the machine affects
 * both.
 */
export async function compare(
  ours: string,
  yardstick: string,
): Promise<{ ours: number; yardstick: number }> {
  const figures = { ours: [] as number[], yardstick: [] as number[] };
  await perSecond(ours, 1);
  await perSecond(yardstick, 1);
  for (let round = 0; round < rounds; round += 1) {
    figures.ours.push(await perSecond(ours, seconds));
    figures.yardstick.push(await perSecond(yardstick, seconds));
  }
  return { ours: median(figures.ours), yardstick: median(figures.yardstick) };
}

export async function perSecond(url: string, duration: number): Promise<number> {
  const result = await autocannon({ url, connections, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.non2xx} responses outside 2xx, ${result.errors} failed requests`,
    );
  return result.requests.average;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
