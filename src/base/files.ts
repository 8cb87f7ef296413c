import { chmodSync, closeSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

const OTHERS = 0o077

/** Creates a directory, and its missing parents, for the owner only. Leaves existing directories as they are. */
function makePrivateDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Error(
      `The directory ${directory} cannot be created: ${(cause as Error).message}. Check DATA_DIR and TEST_DATABASE_URL.`,
      { cause },
    )
  }
}

/** Creates a file and its directory for the owner only, whatever the umask. Makes an existing file private. */
export function makePrivateFile(file: string): void {
  makePrivateDirectory(dirname(file))
  // An existing file is not opened: closing it would release the locks that this process holds on it through SQLite.
  if (modeOf(file) === 0) closeSync(openSync(file, "a", 0o600))
  makePrivate(file)
}

/**
 * Creates a file with this content for the owner only. Leaves an existing file as it is. If several processes start
 * together, all of them read what one of them wrote.
 */
export function writePrivateFileOnce(file: string, content: string): void {
  makePrivateDirectory(dirname(file))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    // The file appears with all of its content at once. linkSync fails if the file exists.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes other users' rights to a file, if the file exists. */
export function makePrivate(file: string): void {
  const mode = modeOf(file)
  if (mode & OTHERS) chmodSync(file, mode & ~OTHERS)
}

/**
 * Removes other users' rights to the data directory, if it exists: earlier releases created it with the rights of the umask.
 * Throws if it is no directory. Throws if every user may write to it: such a directory is shared, like /tmp, and others may rely on their
 * rights to it.
 */
export function makePrivateDataDir(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(`DATA_DIR ${directory} is not a directory. It was left as it is.`)
  const mode = modeOf(directory)
  if (!(mode & OTHERS)) return
  const named = `DATA_DIR ${directory} (mode ${mode.toString(8)})`
  if (mode & 0o002)
    throw new Error(`${named} can be written by every user of this machine. Set DATA_DIR to a directory of its own.`)
  try {
    chmodSync(directory, mode & 0o700)
  } catch (cause) {
    const remedy = `Run 'chmod 700 ${directory}' as its owner, or set DATA_DIR to a directory of its own.`
    throw new Error(`${named} is open to other users of this machine, and this process may not change that. ${remedy}`, { cause })
  }
}

function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777
}
