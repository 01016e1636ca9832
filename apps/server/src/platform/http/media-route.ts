import type { FastifyInstance } from "fastify";
import type { FileStore } from "../files/file-store.ts";
import { notFound } from "../errors.ts";
import { pictureServer } from "../media.ts";

/** Uploaded pictures by the hash of their content: what stands at an address never changes. */
export function mountMedia(app: FastifyInstance, files: FileStore): void {
  const serve = pictureServer(files);
  app.get<{ Params: { hash: string; file: string } }>(
    "/media/up/:hash/:file",
    async ({ params: { hash, file } }, reply) => {
      const picture = await serve(`up/${hash}`, file);
      if (picture === null) throw notFound("picture");
      const { bytes, type } = picture;
      return reply
        .type(type)
        .header("cache-control", "public, max-age=31536000, immutable")
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
}
