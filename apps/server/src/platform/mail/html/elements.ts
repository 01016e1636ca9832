import type * as ReactEmail from "react-email";

const index = import.meta.resolve("react-email");

/**
 * Loads one of react-email's elements from its own file. The package's index also loads its code highlighter and
 * Tailwind, which takes 32 MB and twenty times as long.
 */
async function load<Name extends keyof typeof ReactEmail>(
  name: Name,
): Promise<(typeof ReactEmail)[Name]> {
  const file = name.toLowerCase();
  const module = (await import(
    new URL(`components/${file}/${file}.mjs`, index).href
  )) as typeof ReactEmail;
  return module[name];
}

export const Body = await load("Body");
export const Button = await load("Button");
export const Column = await load("Column");
export const Container = await load("Container");
export const Head = await load("Head");
export const Heading = await load("Heading");
export const Html = await load("Html");
export const Img = await load("Img");
export const Link = await load("Link");
export const Preview = await load("Preview");
export const Row = await load("Row");
export const Section = await load("Section");
export const Text = await load("Text");
