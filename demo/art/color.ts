/**
 * Functions on colors as #rrggbb strings. Colors are mixed linearly in sRGB, because the background and cloth colors
 * were chosen that way.
 */

const ink = "#0b0d12";

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The color between `from` (`share` 0) and `to` (`share` 1). */
export function mix(from: string, to: string, share: number): string {
  const [r, g, b] = channels(from);
  const [r2, g2, b2] = channels(to);
  const one = (a: number, z: number) =>
    Math.round(Math.min(255, Math.max(0, a + (z - a) * share)))
      .toString(16)
      .padStart(2, "0");
  return `#${one(r, r2)}${one(g, g2)}${one(b, b2)}`;
}

/** A color darkened toward ink by `share` (0 to 1). */
export function dark(hex: string, share: number): string {
  return mix(hex, ink, share);
}

/** A color lightened toward white by `share` (0 to 1). */
export function lite(hex: string, share: number): string {
  return mix(hex, "#ffffff", share);
}

/** Perceived brightness from 0 (black) to 1 (white). */
export function brightness(hex: string): number {
  const [r, g, b] = channels(hex);
  return (0.3 * r + 0.59 * g + 0.11 * b) / 255;
}

/** The color of a cloth's edge: a third darker than the cloth, or lighter if the cloth is nearly black. */
export function edgeOf(hex: string): string {
  return brightness(hex) < 0.16 ? lite(hex, 0.17) : dark(hex, 0.34);
}

/** The color darkened toward ink if `shade` is negative, or lightened toward white if it is positive. */
export function shaded(hex: string, shade: number): string {
  return shade < 0 ? dark(hex, -shade) : lite(hex, shade);
}
