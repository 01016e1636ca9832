import {
  addToCart,
  type CartAction,
  type CartItem,
  type CartLineRef,
  cartReducer,
  type CartRefusal,
  type CartState,
  emptyCart,
  mergeCarts,
  parseStoredCart,
  sameLine,
  serializeCart,
} from "@vetrina/commerce/cart";
import { addToCartDelayMs, drawerDelayMs, storageKey } from "@vetrina/commerce/constants";

/** What was removed last, for Undo: neighboring lines, and the position of the first. */
export type Removed = { items: readonly CartItem[]; index: number };
export type CartSnapshot = CartState & {
  /** True from a click on Add until shortly before the drawer opens. */
  isAdding: boolean;
  removed: Removed | null;
};

export type CartStore = ReturnType<typeof createCartStore>;

/** The cart that the server renders, and that the browser uses until it has read the storage. */
export const serverSnapshot: CartSnapshot = { ...emptyCart, isAdding: false, removed: null };

const stores = new Map<string, CartStore>();

/** Returns this tab's only cart store for a shop. Works only in the browser. */
export function cartStoreOf(slug: string): CartStore {
  let store = stores.get(slug);
  if (!store) {
    store = createCartStore(storageKey(slug, "cart"));
    stores.set(slug, store);
  }
  return store;
}

function createCartStore(key: string) {
  let snapshot = serverSnapshot;
  // The stored text as this tab last read or wrote it.
  let known: string | null = null;
  // False while the last change could not be stored, for example because the storage is full.
  let isStored = true;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  load(read());
  window.addEventListener("storage", (event) => {
    if (event.storageArea !== localStorage || (event.key !== key && event.key !== null)) return;
    receive(event.newValue, event.oldValue);
  });

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,

    /**
     * Stores the line immediately. `isAdding` becomes false after 800 ms, and the drawer opens 200 ms later. With
     * reduced motion, there is no delay. Returns the reason if nothing was added.
     */
    add(item: CartItem): CartRefusal | undefined {
      catchUp();
      const { state, refused } = addToCart(snapshot, { ...item, instance: newInstance() });
      if (refused) return refused;
      set({ ...snapshot, ...state, isLoading: true, isAdding: true, removed: null });
      save();
      const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          set({ ...snapshot, isLoading: false, isAdding: false });
          timer = setTimeout(() => dispatch({ type: "open" }), quick ? 0 : drawerDelayMs);
        },
        quick ? 0 : addToCartDelayMs,
      );
      return undefined;
    },
    change,
    setQuantity(line: CartLineRef, quantity: number) {
      change({ type: "update-quantity", line, quantity });
    },
    /** Removes the line, remembers it for `undo` and returns it. */
    remove(line: CartLineRef): CartItem | undefined {
      catchUp();
      const index = snapshot.items.findIndex((item) => sameLine(item, line));
      const item = snapshot.items[index];
      if (!item) return undefined;
      change({ type: "remove", line }, { items: [item], index });
      return item;
    },
    undo() {
      const { removed } = snapshot;
      if (removed) change({ type: "restore", ...removed });
    },
    /** Removes all lines and remembers them for `undo`. */
    clear() {
      catchUp();
      const { items } = snapshot;
      change({ type: "clear" }, { items, index: 0 });
    },
    /**
     * Removes the units that were paid for from the cart, and keeps those added since. `instances` identifies the lines
     * of the order. A line that was removed and added again has a new instance, so it stays. Undo ends, because it
     * could restore lines that were paid for.
     */
    takeOut(bought: readonly (CartLineRef & { quantity: number })[], instances: readonly number[]) {
      catchUp();
      for (const line of bought) {
        const left = snapshot.items.find((item) => sameLine(item, line));
        if (left && instances.includes(instanceOf(left)))
          change({ type: "update-quantity", line, quantity: left.quantity - line.quantity });
      }
      set({ ...snapshot, removed: null });
    },
    /** Replaces lines. `next` returns a line that stays as it is unchanged. */
    edit(next: (item: CartItem) => CartItem) {
      catchUp();
      const items = snapshot.items.map(next);
      // The lines stay where they are, so what was removed can still be put back.
      if (items.some((item, index) => item !== snapshot.items[index]))
        change({ type: "load", items }, snapshot.removed);
    },
    open() {
      dispatch({ type: "open" });
    },
    close() {
      dispatch({ type: "close" });
      set({ ...snapshot, removed: null });
    },
  };

  /** Applies and stores a change of the lines. `removed` is what Undo then restores. */
  function change(action: CartAction, removed: Removed | null = null) {
    catchUp();
    const before = snapshot.items;
    dispatch(action);
    if (snapshot.items === before) return;
    set({ ...snapshot, removed });
    save();
  }

  function dispatch(action: CartAction) {
    const state = cartReducer(snapshot, action);
    if (state !== snapshot) set({ ...snapshot, ...state });
  }

  function set(next: CartSnapshot) {
    snapshot = next;
    for (const listener of listeners) listener();
  }

  function load(text: string | null) {
    known = text;
    isStored = true;
    set({ ...snapshot, items: parseStoredCart(text), isLoading: snapshot.isAdding });
  }

  /** Applies another tab's changes now, because its storage event may arrive only after this tab's next click. */
  function catchUp() {
    const text = read();
    if (text !== known) receive(text, known);
  }

  /**
   * Applies another tab's changes. Merges the two carts if the other tab hadn't seen this tab's last change, or if this
   * tab couldn't store that change. If the other tab has removed the stored cart, empties this one too.
   */
  function receive(text: string | null, replaced: string | null) {
    if (text === known) return;
    const theirs = parseStoredCart(text);
    const follows = text === null || (isStored && replaced === known);
    if (follows || sameContent(theirs, snapshot.items)) {
      load(text);
      return;
    }
    const items = mergeCarts(snapshot.items, theirs, parseStoredCart(replaced));
    set({ ...snapshot, items });
    save();
  }

  function read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return known;
    }
  }

  // Stores the cart. If storage is blocked or full, the cart is kept in memory until the page is reloaded or left.
  function save() {
    const text = serializeCart(snapshot.items);
    isStored = false;
    try {
      localStorage.setItem(key, text);
      known = text;
      isStored = true;
    } catch {}
  }
}

/** The random number that the line got when it was added; 0 for a line that was stored before lines had one. */
export function instanceOf({ instance }: CartItem): number {
  return instance ?? 0;
}

/** A random number for a line that is added to the cart. */
export function newInstance(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

function sameContent(a: readonly CartItem[], b: readonly CartItem[]): boolean {
  return (
    a.length === b.length &&
    a.every((item) => b.some((other) => sameLine(item, other) && item.quantity === other.quantity))
  );
}
