/** Asks for batch after batch until one is not full, or `stopped` says so; answers with how many there were in all. */
export async function inBatches(
  size: number,
  once: () => Promise<number | undefined>,
  stopped: () => boolean,
): Promise<number> {
  for (let done = 0; ;) {
    const now = (await once()) ?? 0;
    done += now;
    if (now < size || stopped()) return done;
  }
}
