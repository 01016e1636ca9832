import { storageKey } from "@vetrina/commerce/constants";
import { changeStoredText, readStoredText, useStoredText } from "../lib/stored-text.ts";
import { useStore } from "../lib/store.ts";

/** The API's maximum length of a code. A longer stored text is ignored. */
const maxLength = 60;

/** The cart's discount code, which all tabs of this browser share like its lines; empty if there is none. */
export function useDiscountCode(): string {
  return parse(useStoredText(keyOf(useStore().slug)));
}

/** Like useDiscountCode, outside of components. */
export function readDiscountCode(slug: string): string {
  return parse(readStoredText(keyOf(slug)));
}

/** Stores the cart's discount code; an empty one removes it. */
export function setDiscountCode(slug: string, code: string): void {
  changeStoredText(keyOf(slug), () => code || null);
}

function keyOf(slug: string): string {
  return storageKey(slug, "discount-code");
}

function parse(text: string | null): string {
  return text && text.length <= maxLength ? text : "";
}
