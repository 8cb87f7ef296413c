// Records which documented responses the tests have seen. scripts/test.ts lists the others.
import { appendFileSync } from "node:fs"
import { join } from "node:path"

const directory = process.env.VINTEM_TEST_SEEN
const known = new Set<string>()

export function saw(operationId: string, status: number): void {
  const line = `${operationId} ${status}`
  if (!directory || known.has(line)) return
  known.add(line)
  appendFileSync(join(directory, `seen-${process.pid}`), `${line}\n`)
}
