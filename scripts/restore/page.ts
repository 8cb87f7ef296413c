import { readFileSync } from "node:fs"

const PAGE = new URL("../../docs/operations/backup.md", import.meta.url)

/** Returns the statements of docs/operations/backup.md under a name, without psql's own commands. */
export function documented(name: string): string[] {
  const blocks = [...readFileSync(PAGE, "utf8").matchAll(/```sql\n(.*?)```/gs)].map(([, block]) => block!)
  const block = blocks.find((each) => each.trimStart().startsWith(`-- ${name}\n`))
  if (!block) throw new Error(`docs/operations/backup.md has no statements named ${name}`)
  const lines = block.split("\n").map((line) => line.trim())
  return lines
    .filter((line) => line && !line.startsWith("--") && !line.startsWith("\\"))
    .join("\n")
    .split(";")
    .filter((statement) => statement.trim())
}
