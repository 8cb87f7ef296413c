// A year of a merchant in test mode: sales, refunds, disputes and payouts, as the test clock advances.
import { randomFrom } from "../merchants/random.ts"
import { type Books, openBooks } from "./books.ts"
import { openDesk } from "./desk.ts"
import { sellSomething } from "./sell.ts"
import type { Shop } from "./shop.ts"
import type { Act, Stage } from "./stage.ts"

const DAY = 86_400
const YEAR = 365 * DAY

type Wanted = { sales: number; seed: number; print(line: string): void }

/** Something that is done later, at a time of the account in Unix seconds. */
type Task = { at: number; act: Act }

/** Plays a year, and then waits until all money has come and was decided about. Returns what the operator has set, and when. */
export async function playYear(shop: Shop, { sales, seed, print }: Wanted): Promise<Books> {
  const random = randomFrom(seed)
  const books = await openBooks(shop)
  const desk = openDesk(shop, books)
  const tasks: Task[] = []
  let now = await shop.now()
  const stage: Stage = { shop, desk, random, later: (seconds, act) => void tasks.push({ at: now + seconds, act }) }

  /** Stops at each task that falls due. */
  async function pass(seconds: number): Promise<void> {
    const until = now + seconds
    for (;;) {
      const [next] = tasks.sort((a, b) => a.at - b.at)
      const to = Math.min(until, Math.max(now + 1, next?.at ?? until))
      await shop.advance(to - now)
      now = to
      if (!next || next.at > now) break
      tasks.shift()
      await next.act()
    }
    if (now < until) await pass(until - now)
  }

  await desk.begin()
  const gap = Math.floor(YEAR / sales)
  for (let sale = 0; sale < sales; sale++) {
    await sellSomething(stage)
    await pass(random.integer(Math.ceil(gap / 5), Math.floor((gap * 9) / 5)))
    await desk.lookAfter(random, sale, sales)
    if (sale % 100 === 99) print(`${sale + 1} sales`)
  }
  await pass(400 * DAY)
  return books
}
