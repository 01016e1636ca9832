import type { Context } from "../../platform/context.ts";
import { drawDocument } from "../../platform/pdf/draw-document.ts";
import type { DocumentContent } from "./document-content.ts";
import { type DocumentKind, nameOf } from "./document-numbers.ts";
import type { FullDocument } from "./document-rows.ts";

export type DrawnFile = { name: string; bytes: Uint8Array };

/** Draws an issued document as a PDF, cached by its content. Throws SERVER_BUSY if too many documents are waiting. */
export function drawIssued(ctx: Context, document: FullDocument): Promise<DrawnFile> {
  const { kind, content, issued_at: madeAt } = document;
  return draw(ctx, content, { kind, madeAt, number: nameOf(document) });
}

const fileNames = {
  invoice: "Invoice",
  "credit-note": "Credit-note",
} as const satisfies Record<DocumentKind, string>;

export async function draw(
  ctx: Context,
  content: DocumentContent,
  { kind, madeAt, number }: { kind: DocumentKind; madeAt: Date; number: string },
): Promise<DrawnFile> {
  const { bytes } = await drawDocument({
    module: new URL("./draw-document.ts", import.meta.url),
    name: "drawDocument",
    content,
    madeAt,
    asked: ctx,
  });
  return { name: `${fileNames[kind]}-${number}.pdf`, bytes };
}
