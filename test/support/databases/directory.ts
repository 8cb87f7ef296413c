import { existsSync, statfsSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Creates a directory for databases, in memory if there is enough. The tests commit about ten thousand times and copy hundreds of
 * databases, and none of them cuts the power.
 */
export function fastDirectory(prefix: string): Promise<string> {
  return mkdtemp(join(fastest(), prefix))
}

function fastest(): string {
  const memory = "/dev/shm"
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}
