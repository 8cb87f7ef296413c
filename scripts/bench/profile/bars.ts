// Attributes the processor time of a profile to Node, a package, or a folder of Vintém.

export type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

export type Bar = { name: string; share: number }

const ENGINE: Record<string, string> = {
  "(garbage collector)": "garbage collection",
  "(program)": "outside of JavaScript (the system, parsing of HTTP)",
}
const IDLE = "(idle)"

/**
 * Returns each owner's share of the time in which the process was neither idle nor busy with the profile itself, the largest first. A share
 * excludes called functions. It includes waiting for the disk, which SQLite does inside a call.
 */
export function barsOf({ nodes, samples, timeDeltas }: Profile): Bar[] {
  const owners = ownersOf(nodes)
  const times = new Map<string, number>()
  samples.forEach((id, i) => {
    const owner = owners.get(id)!
    if (owner !== IDLE) times.set(owner, (times.get(owner) ?? 0) + timeDeltas[i]!)
  })
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times].map(([name, time]) => ({ name, share: time / all })).sort((a, b) => b.share - a.share)
}

function ownersOf(nodes: Profile["nodes"]): Map<number, string> {
  const owners = new Map<number, string>()
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  // A node comes after its parent.
  for (const { id, callFrame } of nodes) owners.set(id, ownerOf(callFrame, owners.get(parents.get(id) ?? -1)))
  return owners
}

/** Functions without a file belong to V8 and to native packages. They work for their caller. */
function ownerOf({ functionName, url }: { functionName: string; url: string }, caller = "outside of JavaScript"): string {
  if (functionName === IDLE || url === "node:inspector") return IDLE
  if (!url) return ENGINE[functionName] ?? caller
  if (url.startsWith("node:")) return nodeModule(url)
  const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (library) return library
  const [, folder] = /\/((?:src(?:\/[^/.]+)?|handlers))\//.exec(url) ?? []
  return folder ?? "other files"
}

function nodeModule(url: string): string {
  if (/http|net|stream/.test(url)) return "Node: HTTP, sockets, streams"
  if (/crypto/.test(url)) return "Node: crypto"
  return "Node: the rest"
}
