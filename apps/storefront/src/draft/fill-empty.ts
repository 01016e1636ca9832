/**
 * Fills a form's field if it is empty and doesn't have the focus. Otherwise, what the visitor is about to type would be
 * added to the value.
 */
export function fillEmpty(
  field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null,
  value: string,
): void {
  if (field?.value === "" && field !== document.activeElement) field.value = value;
}
