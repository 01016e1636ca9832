import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiFailure, notFound } from "../../errors.ts";
import { folderFiles } from "../../files/folder-files.ts";
import { partBytes } from "../../files/file-store.ts";
import { callerAddress } from "../transport.ts";
import { type ListedFile, listFolder, type Version } from "./list-folder.ts";
import { createPartSender } from "./send-parts.ts";

/**
 * Serves the files that are below `root` now, as immutable files below `prefix`. A request for an unknown name reads
 * nothing from the disk, because only a few threads read files. Range requests are not supported.
 */
export async function serveFolder(
  app: FastifyInstance,
  options: {
    root: string;
    prefix: string;
    /** Folders directly below `root` that are not served. */
    without?: readonly string[];
    /** Whether all files are kept in memory. */
    inMemory?: boolean;
  },
): Promise<void> {
  const { root, prefix, without = [], inMemory = false } = options;
  const listed = await listFolder(root, { without, inMemory });
  const files = folderFiles(root);
  const parts = createPartSender();
  const contentOf = async ({ name, bytes }: Version, address: string) => {
    if (bytes !== null) return { bytes, size: bytes.byteLength };
    const readPart = (from: number, to: number) => files.readPart(name, from, to);
    const first = await parts.inTurn(address, () => readPart(0, partBytes));
    return first === null ? null : { ...first, readPart };
  };
  app.get<{ Params: { "*": string } }>(`${prefix}*`, async (request, reply) => {
    const file = listed.get(request.params["*"]);
    if (file === undefined) throw notFound("file");
    const version = versionFor(request, file);
    requireMatch(request, version);
    const headers = {
      "cache-control": "public, max-age=31536000, immutable",
      etag: version.tag,
      ...(file.br === null ? {} : { vary: "accept-encoding" }),
    };
    if (request.headers["if-none-match"]?.includes(version.tag) === true)
      return reply.headers(headers).code(304).send();
    const address = callerAddress(request);
    const content = await contentOf(version, address);
    if (content === null) throw notFound("file");
    if (version === file.br) reply.header("content-encoding", "br");
    return parts.send(reply.headers(headers).type(file.type), address, content);
  });
}

function versionFor({ headers }: FastifyRequest, { plain, br }: ListedFile): Version {
  return br !== null && /\bbr\b/.test(headers["accept-encoding"] ?? "") ? br : plain;
}

function requireMatch({ headers }: FastifyRequest, { tag }: Version): void {
  const wanted = headers["if-match"];
  if (wanted === undefined || wanted === "*" || wanted.includes(tag)) return;
  throw new ApiFailure(
    "EDIT_CONFLICT",
    "If-Match names an old version of this file. Load the file again.",
  );
}
