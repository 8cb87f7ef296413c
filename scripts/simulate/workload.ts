// What merchants and payers do in a simulated world.
import { randomUUID } from "node:crypto"
import { operate } from "../../test/support/operator.ts"
import { openClub } from "../kills/club.ts"
import { doSomething, type Place } from "../kills/payments.ts"
import { randomFrom } from "../kills/random.ts"
import type { Shop } from "../kills/shop.ts"
import type { Call } from "./http.ts"
import { race } from "./races.ts"
import type { World } from "./world.ts"

const HOUR_MS = 3_600_000
/** How much is done at about the same time, and how long nothing is done in between. */
const AT_ONCE = { least: 2, most: 7 }
const WITHIN_MS = 5000
const BETWEEN_HOURS = { least: 1, most: 8 }
/** A request that is not answered by then never will be. */
const MAX_TRIES = 400

/** How many requests are sent again after their answer, and when. The window of a key is 24 hours. */
const AGAIN = 0.3
const AGAIN_AFTER_MS = [100, 30_000, 3 * HOUR_MS]

/** How many operations are races of two requests. */
const RACES = 0.3

export type Merchants = { shop: Shop; club: Shop }

/** Opens two shops, one of which sells subscriptions. */
export async function openShops(world: World): Promise<Merchants> {
  const { mode } = await world.keepRunning("alpha")
  await world.keepRunning("beta")
  const { newAccount, newKey } = operate({ modes: { test: mode } })
  const open = async () => {
    const account = await newAccount()
    const { key } = await newKey({ account })
    const shop = shopOf(world, account, key)
    await shop.post("/v1/webhook_endpoints", { url: `https://${account.slice(-8).toLowerCase()}.example/`, events: ["*"] })
    return shop
  }
  const [shop, club] = [await open(), await open()]
  await openClub(placeOf(world, club, 0), world.database)
  return { shop, club }
}

/** Pays, cancels and refunds until so many hours have passed. */
export async function shopFor(world: World, shop: Shop, hours: number, seed: number): Promise<void> {
  const { machine } = world
  const random = randomFrom(seed)
  const endAt = machine.now + hours * HOUR_MS
  while (machine.now < endAt) {
    await machine.pause(machine.world, random.integer(BETWEEN_HOURS.least, BETWEEN_HOURS.most) * HOUR_MS)
    world.hurry()
    const begun = Array.from({ length: random.integer(AT_ONCE.least, AT_ONCE.most) }, async () => {
      const place = placeOf(world, shop, random.integer(0, 2 ** 32 - 1))
      const act = random.chance(RACES) ? (place: Place) => race(world, place) : doSomething
      await machine.pause(machine.world, random.integer(0, WITHIN_MS))
      if (machine.begins()) await act(place)
    })
    await Promise.all(begun)
  }
}

function placeOf(world: World, shop: Shop, seed: number): Place {
  const { bank, database } = world
  return { bank, database, shop, random: randomFrom(seed), press: (url, action) => press(world, url, action) }
}

async function press(world: World, url: string, action: string): Promise<void> {
  const { pathname } = new URL(url)
  await world.tryOnce({ method: "POST", path: pathname, form: `action=${action}`, headers: {} })
}

/** A merchant who repeats each request with its key until it is answered. */
function shopOf(world: World, account: string, key: string): Shop {
  const answers: Shop["answers"] = []
  const { machine } = world
  const authorization = `Bearer ${key}`
  return {
    account,
    key,
    answers,
    post: async (path, body) => {
      const idempotencyKey = randomUUID()
      const call = { method: "POST", path, body, headers: { authorization, "idempotency-key": idempotencyKey } }
      const { status, headers, text, body: answered } = await request(world, call)
      answers.push({ path, body, idempotencyKey, response: { status, headers, text, body: answered, bytes: Buffer.from(text) } })
      if (machine.random.chance(AGAIN)) void repeat(world, call, text)
      return answered
    },
    get: async (path) => (await request(world, { method: "GET", path, headers: { authorization } })).body,
  }
}

/** Whatever has happened since, a request with the same key gets the same answer. Only the id of the request is another one. */
async function repeat(world: World, call: Call, first: string): Promise<void> {
  const { machine } = world
  await machine.pause(machine.world, machine.random.pick(AGAIN_AFTER_MS))
  const { text } = await request(world, call)
  const meaning = (answer: string) => answer.replace(/"request_id":"[^"]*"/, "")
  if (meaning(text) !== meaning(first)) machine.accuse(`the same key got another answer: ${call.path}\n    ${first}\n    ${text}`)
}

/** Sends a request until it is answered. 409: the first try with its key has not ended. 503: the acquirer or the database could not. */
export async function request(world: World, call: Call) {
  const { machine } = world
  const name = `${call.method} ${call.path}`
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await world.tryOnce(call)
    machine.say(
      `${name} → ${answer ? `${answer.status} ${answer.body.id ?? answer.body.error?.code ?? ""}` : "no answer"}`,
      machine.world,
    )
    if (answer && answer.status === 500) machine.accuse(`${name} was answered with 500: ${answer.text}`)
    if (answer && answer.status !== 409 && answer.status < 500) return answer
    await machine.pause(machine.world, machine.random.integer(50, 2000))
  }
  machine.accuse(`${name} was never answered`)
  return new Promise<never>(() => {})
}
