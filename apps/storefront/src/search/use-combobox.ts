import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { moveActive } from "./suggestion-rules.ts";

type Combobox = {
  /** A field rendered as a plain input. The combobox attributes are added here. */
  input: RefObject<HTMLInputElement | null>;
  /** The listbox's id; its options are `${listId}-${index}`. */
  listId: string;
  count: number;
  onType: (text: string) => void;
  onPick: (index: number) => void;
};

/** The keys and attributes of an editable combobox with a listbox. Focus never leaves the field. */
export function useCombobox({ input, listId, count, onType, onPick }: Combobox) {
  const [open, setOpen] = useState(true);
  const [active, setActive] = useState(-1);
  const shown = open && count > 0;

  function pick(index: number) {
    setOpen(false);
    setActive(-1);
    onPick(index);
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && shown) {
      // The next press of Escape is left to the field and to a panel around it.
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
    setOpen(true);
    setActive(-1);
    onType(text);
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": listId };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    const onInput = () => typed(field.value);
    const onFocus = () => setOpen(true);
    const onBlur = () => setOpen(false);
    field.addEventListener("input", onInput);
    field.addEventListener("focus", onFocus);
    field.addEventListener("blur", onBlur);
    field.addEventListener("keydown", pressed);
    const { form } = field;
    form?.addEventListener("submit", onBlur);
    onInput();
    return () => {
      for (const name of [...Object.keys(attributes), "aria-expanded", "aria-activedescendant"])
        field.removeAttribute(name);
      field.removeEventListener("input", onInput);
      field.removeEventListener("focus", onFocus);
      field.removeEventListener("blur", onBlur);
      field.removeEventListener("keydown", pressed);
      form?.removeEventListener("submit", onBlur);
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
