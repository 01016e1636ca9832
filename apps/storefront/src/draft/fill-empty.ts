/**
 * Fills a form's field if it is empty and the visitor isn't in it. What they are about to type would otherwise be added
 * to the value.
 */
export function fillEmpty(
  field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null,
  value: string,
): void {
  if (field?.value === "" && field !== document.activeElement) field.value = value;
}
