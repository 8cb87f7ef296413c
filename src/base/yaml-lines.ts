import { EVENT_ID, getScalarValue, parseEvents } from "js-yaml"

/**
 * Finds the line of a node in a YAML text by its keys. If the node does not exist, finds the nearest node around it. Lines count from 1.
 */
export const lines = (yaml: string): ((at: string[]) => number) => {
  const events = parseEvents(yaml, {})[Symbol.iterator]()
  const next = () => events.next().value
  const offsets = new Map<string, number>()

  /** Reads the node that begins with an event. */
  const read = (event: ReturnType<typeof next>, at: string[]): void => {
    if (event?.type !== EVENT_ID.MAPPING && event?.type !== EVENT_ID.SEQUENCE) return
    let index = 0
    for (let first = next(); first && first.type !== EVENT_ID.POP; first = next()) {
      const key =
        event.type === EVENT_ID.MAPPING && first.type === EVENT_ID.SCALAR ? getScalarValue(yaml, first) : String(index++)
      const inner = [...at, key]
      offsets.set(inner.join("\n"), "valueStart" in first ? first.valueStart : "start" in first ? first.start : 0)
      read(event.type === EVENT_ID.MAPPING ? next() : first, inner)
    }
  }
  next() // the document
  read(next(), [])

  return (at) => {
    const known = at.map((_, index) => at.slice(0, at.length - index).join("\n")).find((keys) => offsets.has(keys))
    return yaml.slice(0, offsets.get(known ?? "") ?? 0).split("\n").length
  }
}
