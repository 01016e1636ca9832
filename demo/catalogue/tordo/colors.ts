import type { DemoColor } from "../types.ts";

/** The colors that the tanner in Alcanena and the dyer in Covilhã keep in stock for Tordo. */
export const natural: DemoColor = { name: "Natural", hex: "#e9dcc0", tone: "slate" };
export const tan: DemoColor = { name: "Tan", hex: "#b5763c", tone: "fog" };
export const clay: DemoColor = { name: "Clay", hex: "#b4583a", tone: "oat" };
export const bottle: DemoColor = { name: "Bottle", hex: "#1f4d3d", tone: "butter" };
export const tile: DemoColor = { name: "Tile Blue", hex: "#2f5d94", tone: "oat" };
export const wine: DemoColor = { name: "Wine", hex: "#6d1f30", tone: "blush" };
export const slate: DemoColor = { name: "Slate", hex: "#6c757a", tone: "butter" };
export const mustard: DemoColor = { name: "Mustard", hex: "#c9962f", tone: "fog" };
export const black: DemoColor = { name: "Black", hex: "#211f1d", tone: "sand" };
export const navy: DemoColor = { name: "Navy", hex: "#27344f", tone: "blush" };
