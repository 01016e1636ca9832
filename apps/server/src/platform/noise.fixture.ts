import sharp from "sharp";

/** A PNG of about 100 kB of noise, which can't be compressed. */
export function noise(): Promise<Buffer> {
  return sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: "#000000",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
}
