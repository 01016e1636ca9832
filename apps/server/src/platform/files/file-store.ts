/** Where the files of uploaded pictures, imports and exports lie: a folder of this machine, or S3-compatible storage. Keys are made by us alone. */
export type FileStore = {
  /** null: there is no such file. */
  read(key: string): Promise<Uint8Array | null>;
  /** Whether there is such a file. */
  has(key: string): Promise<boolean>;
  /** Whole or not at all; over what is there already. */
  write(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** What is not there is removed already. */
  remove(keys: readonly string[]): Promise<void>;
};
