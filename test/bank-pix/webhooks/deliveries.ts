import type { Hook } from "../bank.ts"
import type { Callback, Contract } from "../contract/contract.ts"
import type { Profile } from "../profiles.ts"
import type { Identity, Post } from "./post.ts"

/** A call of a webhook, and the status of each time that it was made. Null where no answer came. */
export type Delivery = { url: string; body: Record<string, object[]>; attempts: (number | null)[] }

type Path = Profile["webhook"]["path"]

/** How calls that were held are made: in which order, how often, several in one, and to which path. */
export type Release = { order?: "as they came" | "reversed"; times?: number; bundle?: boolean; path?: Path }

const LISTS: Record<Callback, string> = { pix: "pix", rec: "recs", cobr: "cobsr" }

type Waiting = { hook: Hook; items: object[] }
type Retry = { at: number; delivery: Delivery }

/**
 * The calls of webhooks. `post` makes one. `report` hears of bodies that break the contract. What a bank repeats, it repeats after the
 * minutes of its profile.
 */
export function createDeliveries(
  { webhook }: Profile,
  { post, now, contract, report }: { post: Post; now(): number; contract?: Contract | undefined; report(text: string): void },
) {
  const sent: Delivery[] = []
  const flying = new Set<Promise<void>>()
  let held: Waiting[] | undefined
  let retries: Retry[] = []

  const fly = (flight: Promise<void>): void => {
    flying.add(flight)
    void flight.finally(() => flying.delete(flight))
  }
  const attempt = async (delivery: Delivery): Promise<void> => {
    const status = await post(delivery.url, JSON.stringify(delivery.body), "bank")
    delivery.attempts.push(status)
    const minutes = webhook.retryMinutes[delivery.attempts.length - 1]
    const isTaken = status !== null && status >= 200 && status < 300
    if (!isTaken && minutes !== undefined) retries.push({ at: now() + minutes * 60_000, delivery })
  }
  const send = ({ hook, items }: Waiting, path: Path = webhook.path): void => {
    const body = JSON.parse(JSON.stringify({ [LISTS[hook.kind]]: items }))
    for (const problem of contract?.callback(hook.kind, body) ?? []) report(`webhook ${hook.kind}: ${problem}`)
    const delivery: Delivery = { url: addressOf(hook, path), body, attempts: [] }
    sent.push(delivery)
    fly(attempt(delivery))
  }
  return {
    /** All calls so far, in the order in which they began. */
    sent,
    notify(hook: Hook, item: object): void {
      // As it is now: later calls may overtake this one.
      const items = [structuredClone(item)]
      if (held) held.push({ hook, items })
      else send({ hook, items })
    },
    /** Calls wait from now on. */
    hold(): void {
      held ??= []
    },
    /** Makes the calls that wait, and no longer holds any. */
    release({ order = "as they came", times = 1, bundle = false, path }: Release = {}): void {
      const waiting = held ?? []
      held = undefined
      const ordered = order === "reversed" ? waiting.reverse() : waiting
      const calls = bundle ? bundled(ordered) : ordered
      for (const call of calls) for (let time = 0; time < times; time++) send(call, path)
    },
    /** Forgets the calls that wait, and no longer holds any. */
    drop(): void {
      held = undefined
    },
    /** Makes the calls again that have failed and whose time has come. */
    retryDue(): void {
      const due = retries.filter(({ at }) => at <= now())
      retries = retries.filter(({ at }) => at > now())
      for (const { delivery } of due) fly(attempt(delivery))
    },
    /** Resolves when no call is under way. */
    async settled(): Promise<void> {
      while (flying.size > 0) await Promise.all(flying)
    },
    /** Posts anything, as somebody who forges a call. Returns the status, or null if it was turned away before. */
    forge: (url: string, body: unknown, identity: Identity = "bank") =>
      post(url, typeof body === "string" ? body : JSON.stringify(body), identity),
  }
}
export type Deliveries = ReturnType<typeof createDeliveries>

/** Several in one call are allowed where they are of one key. */
function bundled(waiting: Waiting[]): Waiting[] {
  const groups = Map.groupBy(waiting, ({ hook }) => `${hook.kind} ${hook.url} ${hook.key}`)
  return [...groups.values()].map((group) => ({ hook: group[0]!.hook, items: group.flatMap(({ items }) => items) }))
}

function addressOf({ url, kind }: Hook, path: Path): string {
  const isAsItIs = path === "as is" || (path === "append unless query" && new URL(url).search !== "")
  return isAsItIs ? url : `${url.replace(/\/$/, "")}/${kind}`
}

/** Tries an address as Efí does: first without a certificate, which must be turned away. */
export function createProbe(post: Post, now: () => number) {
  return async (url: string): Promise<string | undefined> => {
    const body = JSON.stringify({ evento: "teste_webhook", data_criacao: new Date(now()).toISOString() })
    const without = await post(url, body, "none")
    if (without !== null && without < 400) return "A URL informada não rejeitou uma chamada sem certificado (mTLS)."
    const status = await post(url, body, "bank")
    return status !== null && status >= 200 && status < 300 ? undefined : `A URL informada respondeu com o código HTTP ${status}.`
  }
}
