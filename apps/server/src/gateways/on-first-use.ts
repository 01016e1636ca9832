/** Creates the value at the first call. A failure is not cached. */
export function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made !== undefined) return made;
    const making = make();
    making.catch(() => (made = undefined));
    return (made = making);
  };
}
