import { isDeepStrictEqual } from "node:util"
import { DAY_MS } from "./clock.ts"
import type { Json, Options, Reply } from "./types.ts"

/** After how long nobody should repeat a request. */
export const MAX_REPEAT_MS = 6 * DAY_MS

type Kept = { at: number; path: string; body: Json; answer: Promise<Reply>; isDone: boolean }

/** What is known of a key: nothing, that its body or path is another one, that its first request is under way, or its answer. */
export type Found =
  | { kind: "new"; finish(reply: Reply | undefined): void }
  | { kind: "other" }
  | { kind: "under way"; answer: Promise<Reply> }
  | { kind: "done"; answer: Promise<Reply> }

/** Keys with their first requests and answers, for each owner of an API key. */
export function createKeys(options: Options, now: () => number) {
  const kept = new Map<string, Kept>()
  return {
    /** How old a key's first request is. Undefined if there was none, also where the key has died meanwhile. */
    ageOf(owner: string, key: string): number | undefined {
      const found = kept.get(`${owner} ${key}`)
      return found && now() - found.at
    },
    take(owner: string, key: string, path: string, body: Json): Found {
      const id = `${owner} ${key}`
      const found = kept.get(id)
      if (found && now() - found.at < options.keyLifeMs) {
        if (found.path !== path || !isDeepStrictEqual(found.body, body)) return { kind: "other" }
        return { kind: found.isDone ? "done" : "under way", answer: found.answer }
      }
      const { promise, resolve } = Promise.withResolvers<Reply>()
      const one: Kept = { at: now(), path, body: structuredClone(body), answer: promise, isDone: false }
      kept.set(id, one)
      return {
        kind: "new",
        finish(reply) {
          one.isDone = true
          if (!reply) kept.delete(id)
          resolve(reply ?? { status: 500 })
        },
      }
    },
    /** Puts another answer in the place of a key's own. */
    replace(owner: string, key: string, reply: Reply): void {
      const found = kept.get(`${owner} ${key}`)
      if (found) found.answer = Promise.resolve(reply)
    },
    clear: () => kept.clear(),
  }
}
export type Keys = ReturnType<typeof createKeys>
