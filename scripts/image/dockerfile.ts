import { readFileSync } from "node:fs"

export type Instruction = { name: string; text: string }

/** Reads a Dockerfile: its stages, each with its instructions. Supports the instructions in Vintém's, and throws for any other. */
export function readDockerfile(file: string): { name: string; instructions: Instruction[] }[] {
  const lines = readFileSync(file, "utf8")
    .replaceAll("\\\n", "")
    .split("\n")
    .filter((line) => line.trim() && !line.startsWith("#"))
  const stages: { name: string; instructions: Instruction[] }[] = []
  for (const line of lines) {
    const [, name, text] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (!name || text === undefined) throw new Error(`cannot read this line of the Dockerfile: ${line}`)
    if (name === "FROM") stages.push({ name: / AS (\w+)$/.exec(text)?.[1] ?? "", instructions: [] })
    else stages.at(-1)!.instructions.push({ name, text })
  }
  return stages
}

/** Returns whether .dockerignore allows a path in the build. Supports `*`, followed by names with `!`. */
export function isInContext(ignoreFile: string, path: string): boolean {
  const patterns = readFileSync(ignoreFile, "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
  if (patterns[0] !== "*") throw new Error(".dockerignore must begin with *")
  return patterns.slice(1).some((pattern) => pattern.startsWith("!") && `${path}/`.startsWith(`${pattern.slice(1)}/`))
}
