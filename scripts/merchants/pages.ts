// The merchants whose payers pay on pages: one sells by payment links, and to the members of the other one go mails with the page of another card.
import type { MailServer } from "../../test/support/network/mail-server.ts"
import { browserOn } from "./browser.ts"
import type { Place } from "./place.ts"
import { closeSalon, type Desk, gatherInSalon, letADayPassInCalm, liveInSalon, openSalon, type Salon } from "./salon.ts"
import type { Reachable, Shop } from "./shop.ts"
import { type BuyForm, closeStall, gatherAtStall, gatherToErase, liveAtStall, openStall, type Stall } from "./stall.ts"
import { makeTrouble } from "./trouble.ts"

/** Who does something at once: payers of a link, payers who enter another card, and those who come back while customers are erased. */
export type Crowd = "payers of a link" | "payers with another card" | "erased payers"

/** What payers did. `tokens`: of the cards that they entered for subscriptions. `isClosed`: every time limit has passed since. */
export type PageFacts = { stall: Shop; salon: Shop; forms: readonly BuyForm[]; tokens: readonly string[]; isClosed: boolean }

export type Pages = {
  /** What each merchant and their payers do, over and over. */
  acts: readonly (() => Promise<void>)[]
  gather(crowd: Crowd): Promise<() => Promise<unknown>>
  facts(): PageFacts
  /** Called after each fault, when the bank is in order. */
  calm(): Promise<void>
  /** Once everything has settled: payers do what must be possible now. Returns what went otherwise. */
  close(): Promise<string[]>
}

type Wanted = {
  service: Reachable
  post: Pick<MailServer, "received">
  stall: Shop
  salon: Shop
  payers: number
  newPlace(shop: Shop): Place
}

/** Opens both merchants' shops. `payers`: how many of a link act at a time. */
export async function openPages({ service, post, stall, salon, payers, newPlace }: Wanted): Promise<Pages> {
  const desk = { browser: browserOn(service), post }
  const [atStall, inSalon] = [newPlace(stall), newPlace(salon)]
  const [links, members] = [await openStall(atStall), await openSalon(inSalon)]
  const places = Array.from({ length: payers }, () => newPlace(stall))
  let isClosed = false
  return {
    acts: [...places.map((place) => () => liveAtStall(place, links, desk.browser)), () => liveInSalon(inSalon, members, desk)],
    gather: async (crowd) => {
      const place = newPlace(crowd === "payers with another card" ? salon : stall)
      // A bank in trouble verifies no card, and its trouble would end only after the crowd's fault.
      place.bank.heal()
      const gathered = await gatherOf(crowd, place, { links, members, desk })
      makeTrouble(place.bank, place.random)
      return gathered
    },
    facts: () => ({ stall, salon, forms: links.forms, tokens: members.tokens, isClosed }),
    calm: () => letADayPassInCalm(inSalon, members),
    close: async () => {
      const wrong = [...(await closeStall(atStall, links, desk.browser)), ...(await closeSalon(inSalon, members, desk))]
      isClosed = true
      return wrong
    },
  }
}

type Gathering = { links: Stall; members: Salon; desk: Desk }

function gatherOf(crowd: Crowd, place: Place, { links, members, desk }: Gathering): Promise<() => Promise<unknown>> {
  if (crowd === "payers with another card") return gatherInSalon(place, members, desk)
  return (crowd === "payers of a link" ? gatherAtStall : gatherToErase)(place, links, desk.browser)
}
