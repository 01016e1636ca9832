import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { moveActive } from "./suggestion-rules.ts";

type Combobox = {
  /** A plain input, to which useCombobox adds the combobox attributes. */
  input: RefObject<HTMLInputElement | null>;
  /** The listbox's id. The options' ids are `${listId}-${index}`. */
  listId: string;
  count: number;
  onType: (text: string) => void;
  onPick: (index: number) => void;
};

/**
 * Makes a field an editable combobox with a listbox: sets its attributes and handles its keys. The options never take
 * focus.
 */
export function useCombobox({ input, listId, count, onType, onPick }: Combobox) {
  const { key } = useLocation();
  // The history key of the page on which the list is open, so that it closes on the next page. It is open at first only
  // if the field still has focus when this code is loaded.
  const [openOn, setOpenOn] = useState<string | null>(() =>
    document.activeElement === input.current ? key : null,
  );
  const [active, setActive] = useState(-1);
  const wasEscaped = useRef(false);
  const open = openOn === key;
  const shown = open && count > 0;
  const setOpen = (isOpen: boolean) => setOpenOn(isOpen ? key : null);

  function pick(index: number) {
    setOpen(false);
    setActive(-1);
    onPick(index);
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    wasEscaped.current = event.key === "Escape";
    if (event.key === "Escape" && shown) {
      // This Escape only closes the list. The next one is left to the field and to a panel around it.
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setActive(moveActive(shown ? active : -1, count, event.key));
    } else if (event.key === "Enter" && shown && active >= 0) {
      event.preventDefault();
      pick(active);
    }
  });
  const typed = useEffectEvent((text: string) => {
    // In some browsers, Escape clears the field, which must not open the list again.
    if (!wasEscaped.current) setOpen(true);
    setActive(-1);
    onType(text);
  });

  const read = useEffectEvent((text: string) => onType(text));
  const focused = useEffectEvent(() => setOpen(true));
  const left = useEffectEvent(() => setOpen(false));

  useEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": listId };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    const onInput = () => typed(field.value);
    field.addEventListener("input", onInput);
    field.addEventListener("focus", focused);
    field.addEventListener("blur", left);
    field.addEventListener("keydown", pressed);
    const { form } = field;
    form?.addEventListener("submit", left);
    read(field.value);
    return () => {
      for (const name of [...Object.keys(attributes), "aria-expanded", "aria-activedescendant"])
        field.removeAttribute(name);
      field.removeEventListener("input", onInput);
      field.removeEventListener("focus", focused);
      field.removeEventListener("blur", left);
      field.removeEventListener("keydown", pressed);
      form?.removeEventListener("submit", left);
    };
  }, [input, listId]);

  useEffect(() => {
    const field = input.current;
    field?.setAttribute("aria-expanded", String(shown));
    if (shown && active >= 0) {
      field?.setAttribute("aria-activedescendant", `${listId}-${active}`);
      document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
    } else field?.removeAttribute("aria-activedescendant");
  }, [input, listId, shown, active]);

  return { open: shown, active, pick };
}
