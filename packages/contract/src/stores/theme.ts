import { z } from "zod";

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, {
    error: "Write the color as #rrggbb, such as #2340c7.",
    abort: true,
  })
  .max(7)
  .optional();
/** A list of font families. Names of several words are in quotes: "Iowan Old Style", Georgia, serif. */
const faces = z
  .string()
  .max(300)
  .regex(
    /^(?:"[\w .-]+"|[\w-]+)(?:, ?(?:"[\w .-]+"|[\w-]+))*$/,
    "Separate font names with commas, and put names of several words in quotes.",
  )
  .optional();

/** CSS custom properties that determine a store's look, without the leading dashes: { "color-accent": "#2340c7" }. */
export const Theme = z.record(z.string(), z.string());
export type Theme = z.infer<typeof Theme>;

/** The stylesheet's tokens that a store may set, each with its allowed values. */
export const ThemeInput = z
  .strictObject({
    "color-paper": color,
    "color-tissue": color,
    "color-white": color,
    "color-ink": color,
    "color-graphite": color,
    "color-edge": color,
    "color-line": color,
    "color-chalk": color,
    "color-accent": color,
    "color-on-accent": color,
    "color-pin": color,
    "color-moss": color,
    "color-amber": color,
    "tone-sand": color,
    "tone-blush": color,
    "tone-fog": color,
    "tone-oat": color,
    "tone-slate": color,
    "tone-butter": color,
    "tone-hero": color,
    "font-display": faces,
    "font-text": faces,
    radius: z
      .string()
      .max(8)
      .regex(/^(?:0|\d{1,2}(?:\.\d{1,2})?(?:px|rem))$/, "Use 0, or a length such as 2px.")
      .optional(),
    "display-case": z.enum(["uppercase", "lowercase", "capitalize", "none"]).optional(),
    "display-weight": z
      .string()
      .max(3)
      .regex(/^[1-9]\d{2}$/, "Use a weight from 100 to 999.")
      .optional(),
    "display-tracking": z
      .string()
      .max(8)
      .regex(/^-?0?(?:\.\d{1,3})?em$|^0$/, "Use a length in em between -1 and 1, such as -0.02em.")
      .optional(),
    "display-scale": z
      .string()
      .max(4)
      .regex(
        /^(?:0\.[5-9]\d?|1(?:\.(?:[0-4]\d?|50?))?)$/,
        "Use a number from 0.5 to 1.5 with at most two decimals.",
      )
      .optional(),
  })
  .meta({ id: "ThemeInput" });
