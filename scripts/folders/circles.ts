import { posix } from "node:path"

/** An import of one file in another. Paths are relative to the repository. */
export type Import = { from: string; line: number; to: string }

type Edge = { from: string; to: string; imports: Import[] }

/**
 * Returns a problem for each circle of folders: the way round it, and an import to change. A folder has the files that are directly in it,
 * so `src/cli` and `src/cli/listen` are two folders. A file beside a folder of its name belongs to that folder, unless it is a
 * program, which nothing imports: `src/versions.ts` belongs to `src/versions`. Without the imports that the problems name, there is no circle.
 */
export function circlesOf(imports: readonly Import[]): string[] {
  // An import that few others accompany is most likely the wrong one, and the least work to change.
  let edges = edgesOf(imports).sort((a, b) => a.imports.length - b.imports.length)
  const problems: string[] = []
  for (const edge of edges) {
    const back = wayBetween(edge.to, edge.from, edges)
    if (!back) continue
    problems.push(problemOf(edge, back))
    edges = edges.filter((each) => each !== edge)
  }
  return problems
}

function edgesOf(imports: readonly Import[]): Edge[] {
  const folders = new Set(imports.flatMap(({ from, to }) => [posix.dirname(from), posix.dirname(to)]))
  const imported = new Set(imports.map(({ to }) => to))
  const folderOf = (file: string) => {
    const ofItsName = file.replace(/\.ts$/, "")
    return imported.has(file) && folders.has(ofItsName) ? ofItsName : posix.dirname(file)
  }
  const between = Map.groupBy(imports, ({ from, to }) => `${folderOf(from)} ${folderOf(to)}`)
  return [...between.entries()]
    .map(([folders, imports]) => {
      const [from = "", to = ""] = folders.split(" ")
      return { from, to, imports }
    })
    .filter(({ from, to }) => from !== to)
}

/** Returns the folders on a shortest way, with both ends, or undefined if there is no way. */
function wayBetween(start: string, end: string, edges: readonly Edge[]): string[] | undefined {
  const seen = new Set([start])
  let ways = [[start]]
  while (ways.length > 0) {
    const arrived = ways.find((way) => way.at(-1) === end)
    if (arrived) return arrived
    ways = ways.flatMap((way) =>
      edges
        .filter(({ from, to }) => from === way.at(-1) && !seen.has(to))
        .map(({ to }) => {
          seen.add(to)
          return [...way, to]
        }),
    )
  }
  return undefined
}

function problemOf({ from, imports }: Edge, back: readonly string[]): string {
  const [first, ...others] = imports
  const also = others.length > 0 ? `, and ${others.length} more like it` : ""
  return (
    `folders import each other in a circle: ${[from, ...back].join(" → ")}\n` +
    `  change ${first?.from}:${first?.line}, which imports ${first?.to}${also}`
  )
}
