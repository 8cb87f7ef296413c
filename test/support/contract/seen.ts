// Records which documented responses and error codes the tests have seen. scripts/test.ts lists the others.
import { appendFileSync } from "node:fs"
import { join } from "node:path"

const directory = process.env.VINTEM_TEST_SEEN
const known = new Set<string>()

export function saw(operationId: string, status: number, body: unknown): void {
  const code = (body as { error?: { code?: string } } | undefined)?.error?.code
  const line = [operationId, status, ...(code ? [code] : [])].join(" ")
  if (!directory || known.has(line)) return
  known.add(line)
  appendFileSync(join(directory, `seen-${process.pid}`), `${line}\n`)
}
