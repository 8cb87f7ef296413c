import { spawnSync } from "node:child_process"

/**
 * Reads a file in another process. Where this process has a SQLite database open, it must not read that database's files itself: closing
 * a file drops all locks that the process holds on it, and the next process that opens the database truncates memory that is in use.
 */
export function readElsewhere(file: string): string {
  const { status, stdout, stderr, error } = spawnSync("cat", ["--", file], { encoding: "latin1", maxBuffer: 2 ** 30 })
  if (status !== 0) throw error ?? new Error(stderr)
  return stdout
}
