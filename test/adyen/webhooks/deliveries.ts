import type { Clock } from "../clock.ts"
import { DAY_MS, HOUR_MS } from "../clock.ts"
import type { Contract } from "../contract/contract.ts"
import type { Merchant } from "../merchants.ts"
import type { Options } from "../types.ts"
import type { Answered, Post } from "./post.ts"
import { type Item, type Sign, signed } from "./sign.ts"

/** A call of a webhook. `state`: it waits in its queue, was acknowledged, or was given up after 30 days. */
export type Delivery = {
  url: string
  items: Item[]
  attempts: { at: string; status: number | null; accepted: boolean }[]
  state: "waiting" | "accepted" | "lost"
}

/** How items that were held are told. `codes`: those alone; others stay held. `bundle`: several items in one call. */
export type Release = {
  order?: "as they came" | "reversed"
  times?: number
  bundle?: boolean
  sign?: Sign
  codes?: string[]
}

type Waiting = { item: Item; merchant: Merchant; sign: Sign | undefined }
type Queued = { delivery: Delivery; merchant: Merchant; sign: Sign | undefined; firstAt: number; dueAt: number }
type Queue = { waiting: Queued[]; isBusy: boolean }
type Desk = {
  options: Options
  clock: Clock
  contract: Contract | undefined
  merchants: Merchant[]
  post: Post
  /** Hears of items that break the contract. */
  report(text: string): void
}

/** Hours of the later retries, the last one again and again. */
const LATER_MINUTES = [2, 5, 10, 15, 30, 60, 120, 240, 480]
const GIVEN_UP_MS = 30 * DAY_MS

/** Tells items to the merchants' endpoints: each endpoint has a queue, in which nothing overtakes what fails. */
export function createDeliveries({ options, clock, contract, merchants, post, report }: Desk) {
  const items: Item[] = []
  const sent: Delivery[] = []
  const queues = new Map<string, Queue>()
  const flying = new Set<Promise<void>>()
  let held: Waiting[] | undefined

  const isTaken = ({ status, text }: Answered): boolean =>
    status !== null && status >= 200 && status < 300 && (options.acknowledgement === "2xx" || text.trim() === "[accepted]")

  async function attempt({ delivery, merchant, sign }: Queued): Promise<boolean> {
    const notificationItems = delivery.items.map((item) => ({ NotificationRequestItem: signed(item, merchant, sign) }))
    const at = new Date(clock.now()).toISOString()
    const answered = await post(merchant.hook ?? { url: delivery.url }, JSON.stringify({ live: "false", notificationItems }))
    const accepted = isTaken(answered)
    delivery.attempts.push({ at, status: answered.status, accepted })
    return accepted
  }
  async function work(queue: Queue): Promise<void> {
    queue.isBusy = true
    for (let head = queue.waiting[0]; head && head.dueAt <= clock.now(); head = queue.waiting[0]) {
      if (await attempt(head)) head.delivery.state = "accepted"
      else reschedule(head)
      if (head.delivery.state !== "waiting") queue.waiting = queue.waiting.filter((one) => one !== head)
    }
    queue.isBusy = false
  }
  function reschedule(one: Queued): void {
    const done = one.delivery.attempts.length
    const quick = options.quickRetriesMs[done - 1]
    const minutes = LATER_MINUTES[Math.min(done - 1 - options.quickRetriesMs.length, LATER_MINUTES.length - 1)] ?? 0
    one.dueAt = clock.now() + (quick ?? minutes * (HOUR_MS / 60))
    if (one.dueAt - one.firstAt > GIVEN_UP_MS) one.delivery.state = "lost"
  }
  /** Makes the calls whose time has come. */
  function pump(): void {
    for (const queue of queues.values()) {
      if (queue.isBusy) continue
      const flight: Promise<void> = work(queue).finally(() => flying.delete(flight))
      flying.add(flight)
    }
  }
  function send(call: { merchant: Merchant; items: Item[] }, sign?: Sign): void {
    const { hook } = call.merchant
    if (!hook) return
    const delivery: Delivery = { url: hook.url, items: call.items, attempts: [], state: "waiting" }
    sent.push(delivery)
    const queue = queues.get(hook.url) ?? { waiting: [], isBusy: false }
    queues.set(hook.url, queue)
    queue.waiting.push({ delivery, merchant: call.merchant, sign, firstAt: clock.now(), dueAt: clock.now() })
  }
  function merchantOf({ merchantAccountCode }: Item): Merchant {
    const found = merchants.find(({ account }) => account === merchantAccountCode)
    if (!found) throw new RangeError(`there is no merchant account ${merchantAccountCode}`)
    return found
  }
  return {
    /** What has happened, also what nobody was told. */
    items,
    sent,
    pump,
    /** Tells an item when `pump` is called. `isOdd`: the contract need not know it. */
    notify(item: Item, { isOdd = false, sign }: { isOdd?: boolean; sign?: Sign | undefined } = {}): void {
      const merchant = merchantOf(item)
      const body = { live: "false", notificationItems: [{ NotificationRequestItem: signed(item, merchant) }] }
      if (!isOdd) for (const problem of contract?.webhook(item.eventCode, body) ?? []) report(`webhook ${problem}`)
      items.push(item)
      if (held) held.push({ item, merchant, sign })
      else send({ merchant, items: [item] }, sign)
    },
    /** Items wait from now on. */
    hold(): void {
      held ??= []
    },
    /** Tells the items that wait. Holds no longer, unless it releases some codes only. */
    release({ order = "as they came", times = 1, bundle = false, sign, codes }: Release = {}): void {
      const fits = ({ item }: Waiting) => !codes || codes.includes(item.eventCode)
      const chosen = (held ?? []).filter(fits)
      held = codes ? held?.filter((one) => !fits(one)) : undefined
      const ordered = order === "reversed" ? chosen.reverse() : chosen
      const calls = bundle ? bundled(ordered) : ordered.map((one) => ({ ...one, items: [one.item] }))
      for (const call of calls) for (let time = 0; time < times; time++) send(call, sign ?? call.sign)
      pump()
    },
    /** Forgets the items that wait, and holds no longer. */
    drop(): void {
      held = undefined
    },
    /** Tells items again that were told, or were not. Throws if there is none. */
    resend({ pspReference, eventCode, sign }: { pspReference?: string; eventCode?: string; sign?: Sign }): void {
      const again = items.filter(
        (one) => (pspReference ?? one.pspReference) === one.pspReference && (eventCode ?? one.eventCode) === one.eventCode,
      )
      if (again.length === 0) throw new RangeError(`nothing of ${pspReference ?? ""} ${eventCode ?? ""} has happened`)
      for (const item of again) send({ merchant: merchantOf(item), items: [item] }, sign)
      pump()
    },
    /** Resolves when no call is under way. */
    async settled(): Promise<void> {
      while (flying.size > 0) await Promise.all(flying)
    },
    clear(): void {
      held = undefined
      for (const list of [items, sent]) list.length = 0
      queues.clear()
    },
  }
}
export type Deliveries = ReturnType<typeof createDeliveries>

/** One call for each endpoint. */
function bundled(waiting: Waiting[]): { merchant: Merchant; items: Item[]; sign: Sign | undefined }[] {
  const groups = Map.groupBy(waiting, ({ merchant }) => merchant)
  return [...groups].map(([merchant, group]) => ({ merchant, items: group.map(({ item }) => item), sign: undefined }))
}
