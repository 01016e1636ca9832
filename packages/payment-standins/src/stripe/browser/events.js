/** The listeners of an element: functions that add and remove them, and one that calls them. */
export function createEvents() {
  const listeners = new Map();
  const of = (name) => listeners.get(name) ?? [];
  const on = (name, listener) => listeners.set(name, [...of(name), listener]);
  const off = (name, listener) =>
    listeners.set(name, listener === undefined ? [] : of(name).filter((each) => each !== listener));
  return {
    on,
    off,
    once: (name, listener) => {
      const wrapped = (event) => {
        off(name, wrapped);
        listener(event);
      };
      on(name, wrapped);
    },
    has: (name) => of(name).length > 0,
    tell: (name, event = {}) => {
      for (const listener of of(name)) listener(event);
    },
  };
}
