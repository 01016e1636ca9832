import type { stores } from "@vetrina/contract/stores/stores";
import type { Handler } from "../../platform/http/routes.ts";
import { drawDocument } from "../../platform/pdf/draw-document.ts";
import type { SizeGuide } from "./draw-size-guide.ts";
import { readHelp } from "./queries.ts";

/** Returns the size guide as a PDF, cached by its content. */
export const getSizeGuide: Handler<typeof stores.getSizeGuide> = async (ctx) => {
  const help = await readHelp(ctx.catalogue, ctx.store.id);
  const { sizeCharts, measuring, sizeTips } = help;
  const { name, country, locale } = ctx.store;
  const content: SizeGuide = { sizeCharts, measuring, sizeTips, store: { name, country, locale } };
  const { bytes, version } = await drawDocument({
    module: new URL("./draw-size-guide.ts", import.meta.url),
    name: "drawSizeGuide",
    content,
    madeAt: ctx.now(),
    asked: ctx,
    isLong: true,
  });
  return { name: "Size-guide.pdf", bytes, version };
};
