/**
 * Stores the files of pictures, imports and exports, in a local folder or S3-compatible storage. Keys are always
 * created by us.
 */
export type FileStore = {
  /** null if the file does not exist. */
  read(key: string): Promise<Uint8Array | null>;
  /** Whether the file exists. */
  has(key: string): Promise<boolean>;
  /** Atomic; overwrites an existing file. */
  write(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Missing files are ignored. */
  remove(keys: readonly string[]): Promise<void>;
};
