declare module "subset-font" {
  type Axis = number | { min?: number; max?: number; default?: number };
  /** The part of the package's API that subset.ts uses. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "sfnt" | "woff" | "woff2";
      variationAxes?: Record<string, Axis>;
      keepFeatures?: string[];
      noHinting?: boolean;
    },
  ): Promise<Buffer>;
}
