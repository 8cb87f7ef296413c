import * as acts from "./acts.ts"
import { happen } from "./disputes/events.ts"
import type { Fault } from "./faults.ts"
import { newApiKey, newPspReference } from "./ids.ts"
import { ledgerOf } from "./ledger.ts"
import { type Merchant, rotateHmacKey } from "./merchants.ts"
import type { Simulator } from "./simulator.ts"
import type { Options, Reply, Request } from "./types.ts"
import { type Item, type Sign, signed } from "./webhooks/sign.ts"
import type { ToldModification, World } from "./world.ts"

/** Where a simulator is controlled: paths that Adyen does not have. */
export const CONTROL_PATH = "/_simulator/"

type Actions = Record<string, (simulator: Simulator, body: never) => unknown>
type Named = { account?: string }

const READS: Actions = {
  ledger: ({ world }) => ledgerOf(world),
  violations: ({ violations }) => violations.list(),
  breaches: ({ breaches }) => breaches,
  calls: ({ calls }) => calls,
  items: ({ world }) => world.deliveries.items,
  deliveries: ({ world }) => world.deliveries.sent,
  disputes: ({ world }) => world.disputes,
  clock: ({ world }) => ({ now: new Date(world.clock.now()).toISOString() }),
  secrets: ({ world }) => secretsOf(world),
}

/** What happens in the world. */
const ACTS = {
  decide: acts.decideFor,
  pay: acts.pay,
  settle: acts.settle,
  next_outcome: acts.nextOutcome,
  fail_capture: acts.failCapture,
  undo_refund: acts.undoRefund,
  revoke: acts.revoke,
  dispute: happen,
  notify: acts.notifyOdd,
  report: acts.reportAvailable,
  correct: acts.correct,
}

const WRITES: Actions = {
  ...Object.fromEntries(
    Object.entries(ACTS).map(([name, act]) => [name, ({ world }: Simulator, body: never) => act(world, body as never)]),
  ),
  next_modification: ({ world }, told: ToldModification) => void world.toldModifications.push(told),
  hold: ({ world }) => world.deliveries.hold(),
  release: ({ world }, how: Parameters<World["deliveries"]["release"]>[0]) => world.deliveries.release(how),
  drop: ({ world }) => world.deliveries.drop(),
  resend: ({ world }, which: Parameters<World["deliveries"]["resend"]>[0]) => world.deliveries.resend(which),
  settled: ({ world }) => world.deliveries.settled(),
  forge: ({ world }, body: { url: string; item: Item; sign?: Sign }) => forge(world, body),
  webhook: ({ world }, { account, url, user, password }: Named & { url: string | null; user?: string; password?: string }) => {
    merchantOf(world, account).hook = url === null ? undefined : { url, user, password }
  },
  hmac_key: ({ world }, { account }: Named) => ({ key: rotateHmacKey(merchantOf(world, account)) }),
  sign_with: ({ world }, { account, key }: Named & { key: "new" | "old" }) => {
    merchantOf(world, account).hmac.signsWith = key
  },
  api_key: ({ world }, { account }: Named) => {
    const key = newApiKey()
    merchantOf(world, account).apiKeys.push(key)
    return { key }
  },
  share_api_key: ({ world }, { account, key }: Named & { key: string }) => void merchantOf(world, account).apiKeys.push(key),
  revoke_api_key: ({ world }, { key }: { key: string }) => {
    for (const one of world.merchants) one.apiKeys = one.apiKeys.filter((other) => other !== key)
  },
  capture_delay: ({ world }, { account, delay }: Named & { delay: number | "manual" }) => {
    merchantOf(world, account).captureDelay = delay
  },
  merchants: (simulator) => shownMerchant(simulator.newMerchant()),
  faults: ({ faults }, rules: Fault[]) => faults.set(rules),
  more_faults: ({ faults }, rules: Fault[]) => faults.add(rules),
  options: (simulator, options: Partial<Options>) => simulator.setOptions(options),
  clock: ({ world }, { advance_ms, to }: { advance_ms?: number; to?: string }) => {
    if (to !== undefined) world.clock.set(to)
    if (advance_ms !== undefined) world.clock.advance(advance_ms)
  },
  allow: ({ violations }, { source, flags }: { source: string; flags: string }) => violations.allow(new RegExp(source, flags)),
  reset: (simulator) => simulator.reset(),
}

/** A merchant account as a test configures an adapter with it. */
export function shownMerchant({ account, apiKeys, hmac }: Merchant) {
  return { account, apiKey: apiKeys[0]!, hmacKey: hmac.current }
}

/** Answers a request that controls the simulator. */
export async function control(simulator: Simulator, { method, url, text }: Request): Promise<Reply> {
  const name = url.pathname.slice(CONTROL_PATH.length)
  const actions = method === "GET" ? READS : WRITES
  if (!Object.hasOwn(actions, name)) return { status: 404, body: { error: `there is no ${method} ${url.pathname}` } }
  try {
    simulator.tick()
    const body = text === "" ? {} : JSON.parse(text)
    const result = await actions[name]!(simulator, body as never)
    simulator.tick()
    return { status: 200, body: result ?? null }
  } catch (error) {
    return { status: 400, body: { error: (error as Error).message } }
  }
}

/** The merchant account, or the first one. */
function merchantOf({ merchants }: World, account = merchants[0]!.account): Merchant {
  const found = merchants.find((one) => one.account === account)
  if (!found) throw new RangeError(`there is no merchant account ${account}`)
  return found
}

/** Posts an item as somebody who forges it. Returns the status of the answer. */
async function forge(world: World, { url, item, sign = "wrong" }: { url: string; item: Partial<Item>; sign?: Sign }) {
  const merchant = merchantOf(world, item.merchantAccountCode)
  const whole: Item = {
    ...{ pspReference: newPspReference(), merchantAccountCode: merchant.account, merchantReference: "", success: "true" },
    ...{ amount: { currency: "BRL", value: 100 }, eventCode: "AUTHORISATION", eventDate: new Date().toISOString() },
    ...item,
  }
  const body = JSON.stringify({ live: "false", notificationItems: [{ NotificationRequestItem: signed(whole, merchant, sign) }] })
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body, redirect: "manual" })
  return { status: response.status }
}

/** What no log may have. */
function secretsOf({ merchants, payments }: World): string[] {
  const keys = merchants.flatMap(({ apiKeys, hmac }) => [...apiKeys, hmac.current, hmac.previous])
  return [...new Set([...keys, ...payments.map(({ number }) => number)])].filter((one) => one !== undefined)
}
