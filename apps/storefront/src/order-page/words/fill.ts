import type { Forms } from "./en.ts";

/** Replaces the placeholders in a text, such as {number}, with values. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => String(values[name] ?? found));
}

/** The form of a text that the language uses for the number. {n} is replaced with the number. */
export function counted(forms: Forms, n: number, language: string): string {
  const form = forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
  return fill(form, { n: n.toLocaleString(language) });
}
