import type { DemoColor, Tone } from "./types.ts";

/** Sorvela's colors. Most products use the first five, because the color filter always shows these. */
export const black: DemoColor = { name: "Black", hex: "#1d1e22", tone: "fog" };
export const white: DemoColor = { name: "White", hex: "#f3f1ec", tone: "slate" };
export const beige: DemoColor = { name: "Beige", hex: "#cdb898", tone: "fog" };
export const navy: DemoColor = { name: "Navy", hex: "#2a3957", tone: "sand" };
export const red: DemoColor = { name: "Red", hex: "#a8282f", tone: "blush" };

export const olive: DemoColor = { name: "Olive", hex: "#5e6347", tone: "oat" };
export const camel: DemoColor = { name: "Camel", hex: "#b6854f", tone: "fog" };
export const ecru: DemoColor = { name: "Ecru", hex: "#e8dfca", tone: "slate" };
export const forest: DemoColor = { name: "Forest", hex: "#2d4a3b", tone: "butter" };
export const burgundy: DemoColor = { name: "Burgundy", hex: "#6a2132", tone: "blush" };
export const sky: DemoColor = { name: "Sky", hex: "#a8c0d8", tone: "sand" };
export const gray: DemoColor = { name: "Gray", hex: "#868a90", tone: "butter" };
export const chocolate: DemoColor = { name: "Chocolate", hex: "#4c3429", tone: "oat" };
export const butter: DemoColor = { name: "Butter", hex: "#e6cd84", tone: "slate" };
export const blush: DemoColor = { name: "Blush", hex: "#ddb3a8", tone: "fog" };
export const rust: DemoColor = { name: "Rust", hex: "#a4502e", tone: "fog" };
export const denim: DemoColor = { name: "Denim", hex: "#4a6283", tone: "oat" };

/** The same color on a different paper, so that neighboring cards don't look the same. */
export function on(color: DemoColor, tone: Tone): DemoColor {
  return { ...color, tone };
}
