type Waiting<Item, Answer> = PromiseWithResolvers<Answer> & { item: Item };

/**
 * Combines the calls of one tick into one: `work` gets their items and returns the results in the same order. If it
 * throws, all calls fail. Jobs that are claimed together make their calls in the same tick.
 */
export function gathered<Of extends object, Item, Answer>(
  work: (of: Of, items: readonly Item[]) => Promise<readonly Answer[]>,
): (of: Of, item: Item) => Promise<Answer> {
  const waiting = new WeakMap<Of, Waiting<Item, Answer>[]>();
  async function send(of: Of): Promise<void> {
    const calls = waiting.get(of) ?? [];
    waiting.delete(of);
    try {
      const answers = await work(
        of,
        calls.map(({ item }) => item),
      );
      for (const [i, { resolve }] of calls.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
  return (of, item) => {
    const call = { ...Promise.withResolvers<Answer>(), item };
    const others = waiting.get(of);
    if (others === undefined) {
      waiting.set(of, [call]);
      queueMicrotask(() => void send(of));
    } else others.push(call);
    return call.promise;
  };
}
