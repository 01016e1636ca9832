import { z } from "zod";
import { bytesOf, Email, Link, Text } from "../common.ts";

/**
 * The target of a link: a path of the store, a URL or a mailto address. Paths that begin with // or /\ are rejected,
 * because browsers follow them to another host.
 */
const Href = z
  .string()
  .max(500)
  .regex(/^(?:\/(?![/\\])|https?:\/\/|mailto:)\S*$/, "Begin with /, https:// or mailto:.");
const Line = z.string().max(200);
const Paragraph = z.string().max(5000);
/**
 * A paragraph on the home page. Its limit is lower than on other pages, because the home page shows all its texts at
 * once.
 */
const ShortParagraph = z.string().max(2000);

export const Action = z.strictObject({ label: Text(60), href: Href });
const PictureFile = z.strictObject({
  key: z
    .string()
    .max(200)
    .regex(/^[\w-]+(?:\/[\w-]+)*$/, "Use the key of an image under /media."),
  width: z.int().min(1).max(20_000),
  height: z.int().min(1).max(20_000),
});
const Alt = z.string().max(300);
/** An image, identified by its key under /media. */
const Picture = PictureFile.extend({ alt: Alt });
/** A scene as two images, for wide and for narrow windows. Pages never crop it. */
const Scene = z.strictObject({ alt: Alt, wide: PictureFile, tall: PictureFile });
export type Scene = z.infer<typeof Scene>;
const sceneUnderWords = Scene.optional().describe(
  "Fills the section behind its text, and is shown instead of the section's `picture`, if it has one. The background should have the section's color. The left of the wide image should be empty, because the text is there.",
);
const Block = z.strictObject({
  headline: Line,
  text: ShortParagraph,
  action: Action,
  picture: Picture.nullable(),
});

/** The home page's content, which the store's staff edit. */
export const HomeContent = z
  .strictObject({
    hero: Block.extend({ lead: ShortParagraph, scene: sceneUnderWords }).omit({ text: true }),
    banner: z
      .strictObject({ scene: sceneUnderWords })
      .optional()
      .describe("Shown above the list of all products; no banner if absent."),
    featured: z.strictObject({ title: Line, collection: Link }),
    editorial: z.array(Block).max(4),
    behindTheScenes: z.strictObject({
      headline: Line,
      text: ShortParagraph,
      picture: Picture.nullable(),
      scene: Scene.optional().describe("Shown instead of the picture."),
    }),
    newsletter: z.strictObject({ headline: Line, text: ShortParagraph }),
  })
  .meta({ id: "HomeContent" });
export type HomeContent = z.infer<typeof HomeContent>;

const BusinessHours = z.strictObject({ days: Line, hours: Line });
export const StoreContact = z.strictObject({
  email: Email,
  phone: z.string().max(40).nullable(),
  address: z.array(Line).max(10),
  hours: z.array(BusinessHours).max(14),
});

const Cell = z.string().max(60);
const Chart = z.strictObject({
  name: z.string().max(100),
  columns: z.array(Cell).max(12),
  rows: z.array(z.array(Cell).max(12)).max(100),
});
type Chart = z.infer<typeof Chart>;
/** Maximum number of characters in all size charts together. Pages contain them twice, in centimeters and in inches. */
const maxChartCharacters = 20_000;
/** Maximum number of cells in all size charts together. Pages contain them twice. */
const maxChartCells = 1500;
/**
 * Maximum size of all help texts together, in bytes. A page shows nearly all of them, and contains them a second time
 * as data for hydration.
 */
const maxHelpBytes = 120_000;
const Passage = z.strictObject({ title: Line, text: Paragraph });
const Texts = z.array(Passage).max(50);
const Lines = z.array(z.string().max(500)).max(50);
/** The content of the help pages: size guide, shipping, returns, support. */
export const StoreHelp = z
  .strictObject({
    sizeCharts: z
      .array(Chart)
      .max(10)
      .refine(
        (charts) => charactersOf(charts) <= maxChartCharacters,
        "Use at most 20,000 characters in all size charts together.",
      )
      .refine(
        (charts) => cellsOf(charts) <= maxChartCells,
        "Use at most 1,500 cells in all size charts together.",
      ),
    measuring: z.array(z.strictObject({ title: Line, text: z.string().max(2000) })).max(10),
    sizeTips: z.array(z.string().max(500)).max(20),
    shippingSteps: Texts,
    shippingNotes: Lines,
    returnSteps: Texts,
    returnConditions: Lines,
    nonReturnable: Lines,
    returnFaq: Texts,
    faq: Texts,
    warranty: Passage,
    company: z.array(Passage.extend({ email: Email })).max(20),
  })
  .refine(
    (help) => bytesOf(JSON.stringify(help, escaped)) <= maxHelpBytes,
    "Use at most 120,000 bytes in all help texts together. Each of < > & ' and \" counts as six bytes.",
  )
  .meta({ id: "StoreHelp" });
export type StoreHelp = z.infer<typeof StoreHelp>;

/**
 * Replaces each character that pages escape with a six-byte entity, so that the text is measured at the size at which
 * it is sent.
 */
function escaped(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll(/[<>&'"]/g, "&#x27;") : value;
}

function cellsOf(charts: readonly Chart[]): number {
  return charts.reduce((sum, { rows }) => sum + rows.reduce((n, row) => n + row.length, 0), 0);
}

function charactersOf(charts: readonly Chart[]): number {
  const texts = charts.flatMap(({ name, columns, rows }) => [name, ...columns, ...rows.flat()]);
  return texts.reduce((sum, text) => sum + text.length, 0);
}
