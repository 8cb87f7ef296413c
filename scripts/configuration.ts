// Writes docs/configuration.md from the table of environment variables: `configuration.ts [file]`.
import { writeFileSync } from "node:fs"
import path from "node:path"
import { VARIABLES } from "../src/config/config.ts"

type Row = { name: string; default?: string; says?: string; doc: string }

/** The page as it has to be. */
export function configurationPage(): string {
  const rows = Object.values<Row>(VARIABLES).map((row) => `| \`${row.name}\` | ${defaultOf(row)} | ${row.doc} |`)
  return `# Configuration

Vintém is configured by environment variables. All of them have defaults that work on a laptop. A wrong value stops the process with one
line that names the variable. An empty variable counts as unset.

This page is written from \`src/config/config.ts\` by \`npm run -s configuration\`; a test fails when the two differ.

| Variable | Default | Meaning |
|---|---|---|
${rows.join("\n")}
`
}

function defaultOf({ default: value, says }: Row): string {
  return says ?? (value ? `\`${value}\`` : "empty")
}

if (import.meta.main) {
  writeFileSync(process.argv[2] ?? path.resolve(import.meta.dirname, "../docs/configuration.md"), configurationPage())
}
