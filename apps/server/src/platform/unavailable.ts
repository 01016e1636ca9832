import { ApiFailure } from "./errors.ts";
import { isSqlState } from "./database/sql-state.ts";

type Coded = { code?: unknown; message?: unknown };

// SQLSTATE classes 08 (connection), 53 (out of disk, memory, connections), 57P0x (shutdown, crash, starting up), 57014
// (took too long), 25P03 (idle too long), 40001 and 40P01 (conflicts that retries did not resolve), 55P03 (lock not
// available), 58000 and 58030 (errors of the system and its disk); Node's connection errors, and pg's own.
const databaseCodes =
  /^(?:08\w{3}|53\w{3}|57P0\d|57014|25P03|40001|40P01|55P03|58000|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const databaseMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;
const noSpaceCodes = /^(?:53100|ENOSPC|EDQUOT)$/;
/** Errors of Node's file calls: no space, file handles or memory, a failing or read-only disk. */
const systemCodes = /^(?:ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EIO|EROFS)$/;

/** Whether the database or the disk is temporarily unavailable, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiFailure) return error.code === "DATABASE_UNAVAILABLE";
  const { code, message } = codedOf(error);
  return databaseCodes.test(code) || systemCodes.test(code) || databaseMessages.test(message);
}

/** Whether a row stayed locked by another transaction for longer than a request waits. */
export function isLockTimeout(error: unknown): boolean {
  return isSqlState(error, "lockNotAvailable");
}

/** Whether the disk of the database, or of our own files, is full. */
export function isDiskFull(error: unknown): boolean {
  return noSpaceCodes.test(codedOf(error).code);
}

function codedOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: "", message: "" };
  const { code, message }: Coded = error;
  return { code: typeof code === "string" ? code : "", message: String(message) };
}
