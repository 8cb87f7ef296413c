// Writes docs/configuration.md from the table of environment variables. Usage: configuration.ts [file]
import { writeFileSync } from "node:fs"
import path from "node:path"
import { VARIABLES } from "../src/config/config.ts"

type Row = { name: string; default?: string; shownDefault?: string; doc: string }

/** Returns the text of docs/configuration.md. */
export function configurationPage(): string {
  const rows = Object.values<Row>(VARIABLES).map((row) => `| \`${row.name}\` | ${defaultOf(row)} | ${row.doc} |`)
  return `# Configuration

You configure Vintém with environment variables. All of them have defaults that work on a laptop. An invalid value stops the
process with one line that names the variable. An empty variable counts as unset.

\`npm run -s configuration\` writes this page from \`src/config/config.ts\`. A test fails when the two differ.

| Variable | Default | Meaning |
|---|---|---|
${rows.join("\n")}
`
}

function defaultOf({ default: value, shownDefault }: Row): string {
  return shownDefault ?? (value ? `\`${value}\`` : "empty")
}

if (import.meta.main) {
  writeFileSync(process.argv[2] ?? path.resolve(import.meta.dirname, "../docs/configuration.md"), configurationPage())
}
