import { run, type Account } from "./processes.ts";

const OWN_ACCOUNT = "vetrina";

/** Whether this process runs as root. PostgreSQL itself refuses to run as root. Always false on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account that runs PostgreSQL when we are root. If the system has no suitable account, one is created; if that
 * fails, the account `nobody` is used.
 */
export async function accountForRoot(log: (line: string) => void): Promise<Account> {
  for (const name of [OWN_ACCOUNT, "postgres", "_postgres"]) {
    const account = await findAccount(name);
    if (account) return account;
  }
  await run("useradd", ["--system", "--user-group", "--no-create-home", OWN_ACCOUNT]);
  const made = await findAccount(OWN_ACCOUNT);
  if (made) {
    log(`PostgreSQL does not run as root. Created the system account "${OWN_ACCOUNT}" for it.`);
    return made;
  }
  return (await findAccount("nobody")) ?? { uid: 65534, gid: 65534, name: "nobody" };
}

async function findAccount(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output), name };
}

/** The account with these ids. If it has no name, its uid serves as the name. */
export async function accountWithId(owner: { uid: number; gid: number }): Promise<Account> {
  const known = await run("id", ["-un", String(owner.uid)]);
  return {
    uid: owner.uid,
    gid: owner.gid,
    name: known.code === 0 ? known.output.trim() : String(owner.uid),
  };
}

/** Whether `account` can enter an existing folder. Tested with the system's shell, so that ACLs count too. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  const tried = await run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { account, cwd: "/" });
  return tried.code === 0;
}
