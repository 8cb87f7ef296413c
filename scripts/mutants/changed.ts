import { execFileSync } from "node:child_process"

/** Returns whether a line differs from `base`, committed or not. */
export function changedLines(base: string): (file: string, line: number) => boolean {
  const diff = execFileSync("git", ["diff", "--unified=0", "--no-color", base, "--", "src", "handlers"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  })
  const changed = new Map<string, [first: number, last: number][]>()
  let file = ""
  for (const text of diff.split("\n")) {
    if (text.startsWith("+++ ")) file = text.replace(/^\+\+\+ b\//, "")
    const [, first, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? []
    if (first) changed.set(file, [...(changed.get(file) ?? []), [Number(first), Number(first) + Number(count) - 1]])
  }
  return (name, line) => (changed.get(name) ?? []).some(([first, last]) => line >= first && line <= last)
}
