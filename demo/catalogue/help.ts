import { sorvelaHelp } from "./help/sorvela.ts";
import { tordoHelp } from "./help/tordo.ts";
import type { StoreSlug } from "./types.ts";

export type DemoChart = { name: string; columns: string[]; rows: string[][] };
export type DemoText = { title: string; text: string };

/** The help pages' text, with the placeholders of policies.ts. */
export type DemoHelp = {
  sizeCharts: DemoChart[];
  measuring: DemoText[];
  sizeTips: string[];
  /** Four, in order. */
  shippingSteps: DemoText[];
  shippingNotes: string[];
  /** Four, in order. */
  returnSteps: DemoText[];
  returnConditions: string[];
  nonReturnable: string[];
  returnFaq: DemoText[];
  /** Three. */
  faq: DemoText[];
  warranty: DemoText;
  /** About, Careers, Press, Partners. */
  company: (DemoText & { email: string })[];
};

export const help: Record<StoreSlug, DemoHelp> = { sorvela: sorvelaHelp, tordo: tordoHelp };
