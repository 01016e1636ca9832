/** Joins paragraphs and an optional list of facts into the rich HTML of a product page. */
export function rich(...blocks: (string | string[])[]): string {
  return blocks
    .map((block) =>
      typeof block === "string"
        ? `<p>${block}</p>`
        : `<ul>${block.map((item) => `<li>${item}</li>`).join("")}</ul>`,
    )
    .join("");
}
