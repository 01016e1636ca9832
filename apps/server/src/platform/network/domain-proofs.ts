import { errorCode } from "../error-code.ts";
import { Resolver } from "node:dns/promises";
import { safeFetch } from "./safe-fetch.ts";

/** Reads the DNS records and files with which owners prove that a host is theirs. Tests replace it. */
export type DomainProofs = {
  /** The TXT records of a name, each with its parts joined; empty if it has none. Throws if no name server answers. */
  txt(name: string): Promise<string[]>;
  /** The text at a public URL. Throws SafeFetchError. */
  file(url: string): Promise<string>;
};

const patience = 5000;
const largestFile = 1024;

export function createDomainProofs(): DomainProofs {
  const resolver = new Resolver({ timeout: patience, tries: 1 });
  return {
    async txt(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
      } catch (error) {
        const code = errorCode(error);
        if (code === "ENOTFOUND" || code === "ENODATA") return [];
        throw error;
      }
    },
    async file(url) {
      const { body } = await safeFetch(url, {
        timeoutMs: patience,
        maximumBytes: largestFile,
        maximumRedirects: 3,
      });
      return body.toString("utf8");
    },
  };
}
