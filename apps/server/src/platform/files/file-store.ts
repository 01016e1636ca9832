/** Larger files are read and sent in parts of this size, each once the client has read the previous one. */
export const partBytes = 64 * 1024;

/** A part of a file. `size` is the size of the whole file in bytes. */
export type FilePart = { bytes: Uint8Array; size: number };

/** An open file. It stays readable if it is removed or overwritten, except in S3-compatible storage. */
export type OpenFile = {
  /** Like FileStore.readPart. */
  readPart(from: number, to: number): Promise<FilePart | null>;
  close(): Promise<void>;
};

/**
 * Stores the files of pictures, imports and exports, in a local folder or S3-compatible storage. Keys are always
 * created by us.
 */
export type FileStore = {
  /** null if the file does not exist. */
  read(key: string): Promise<Uint8Array | null>;
  /**
   * Reads the bytes from `from` up to but not including `to`, fewer at the end of the file. null if the file does not
   * exist.
   */
  readPart(key: string, from: number, to: number): Promise<FilePart | null>;
  /** Opens a file that is read in many parts. The caller closes it. null if the file does not exist. */
  open(key: string): Promise<OpenFile | null>;
  /** Whether the file exists. */
  has(key: string): Promise<boolean>;
  /** Atomic; overwrites an existing file. */
  write(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Missing files are ignored. */
  remove(keys: readonly string[]): Promise<void>;
};
