import { expect } from "chai"
import { contract } from "../support/contract/openapi.ts"
import { prose, quantitiesIn } from "../support/contract/quantities.ts"
import { NUMBERS, OTHERS } from "./numbers.ts"

const HELP =
  "Correct the text. Or give each number a row in test/contract/numbers.ts: in NUMBERS with the constant or the row of the specification " +
  "that it follows, or in OTHERS with the reason why it follows none."

/** The quantities of each place, in the order of their names. */
const byPlace = (pairs: [place: string, quantity: string][]) => {
  const found = new Map<string, string[]>()
  for (const [place, quantity] of pairs) found.set(place, [...(found.get(place) ?? []), quantity].sort())
  return found
}

const held = byPlace([
  ...NUMBERS.flatMap(([quantity, ...places]) => places.map((place): [string, string] => [place, quantity])),
  ...OTHERS.flatMap(([quantity, , ...places]) => places.map((place): [string, string] => [place, quantity])),
])

/** Returns the places whose numbers differ from those of the table, with both. */
const differences = (document = contract) => {
  const written = byPlace(
    prose(document).flatMap(({ place, text }) => quantitiesIn(text).map((each): [string, string] => [place, each])),
  )
  return [...new Set([...held.keys(), ...written.keys()])].flatMap((place) => {
    const [is, should] = [written.get(place)?.join(", ") ?? "none", held.get(place)?.join(", ") ?? "none"]
    return is === should ? [] : [`${place} says ${is} instead of ${should}`]
  })
}

/** The contract with one text edited, which must be there. */
const edited = (from: string, to: string) => {
  const text = JSON.stringify(contract)
  if (!text.includes(from)) throw new Error(`The contract does not say "${from}".`)
  return JSON.parse(text.replace(from, to))
}

describe("The numbers in the contract's prose and in the guides", () => {
  it("are those of the code and of the specification", () => {
    expect(differences(), HELP).to.deep.equal([])
  })

  for (const [from, to, found] of [
    ["| a token | 15 minutes after", "| a token | 20 minutes after", /^info: Lifetimes says .*1200 s.* instead of .*900 s/],
    [
      "For 24 hours, the same key",
      "For 48 hours, the same key",
      /^info: Idempotency says 172800 s, 5 s instead of 5 s, 86400 s$/,
    ],
    ["tried again 1, 3, 5 and 7 days after", "tried again 1, 3, 5 and 30 days after", /^info: Subscriptions says .*2592000 s/],
    ["three digits, or four on amex", "always three digits", /^TokenCardParams cvc says 3 digit, 3 digit, 4 digit instead of/],
    [
      "Keep access for 7 days.",
      "Keep access for a month and 30 days.",
      /^CustomerSubscriptionStatusParam PAST_DUE says 2592000 s instead/,
    ],
    ["Any 2xx within 30 seconds.", "Any 2xx.", /^responses WebhookReceived says none instead of 30 s$/],
    ["At most 20 of an account wait.", "At most 20 of an account wait, for 3 hours.", /^advanceTestClock says 10800 s, /],
  ] as const)
    it(`are noticed where the contract says "${to}"`, () => {
      expect(differences(edited(from, to)).filter((line) => found.test(line))).to.have.length(1)
    })

  it("are told from names: statuses, standards, dates, ids and code", () => {
    const text =
      "ISO 4217 of 2026-04-27 at 23:59 on 127.0.0.1 returns 404, and `limit=100` costs R$ 49.90 of 4242 4242 4242 4242."
    expect(quantitiesIn(text)).to.deep.equal([])
    expect(quantitiesIn("Up to 1,000 items, 64 KiB and seven times, for an hour, or 1 to 40 characters.")).to.deep.equal([
      "1000 item",
      "65536 bytes",
      "7 time",
      "3600 s",
      "1 character",
      "40 character",
    ])
  })
})
