import type { Forms } from "./en.ts";

/** A text with its placeholders, such as {number}, replaced. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => String(values[name] ?? found));
}

/** The form of a text for a number in the language, with the number as {n}. */
export function counted(forms: Forms, n: number, language: string): string {
  const form = forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
  return fill(form, { n: n.toLocaleString(language) });
}
