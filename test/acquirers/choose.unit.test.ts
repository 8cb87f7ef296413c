import { expect } from "chai"
import type { Acquirer, Routing } from "../../src/acquirers/acquirer.ts"
import { choose, takersOf, type Wanted } from "../../src/acquirers/choose.ts"
import { newCircuits } from "../../src/acquirers/circuits.ts"

const BRL_ONLY = { card: ["brl"], pix: ["brl"], boleto: ["brl"] }
const acquirer = (name: string, more: object = {}) =>
  ({ name, currencies: BRL_ONLY, captureDays: 5, ...more }) as unknown as Acquirer

const OWN = acquirer("own")
const OTHER = acquirer("other", { currencies: { ...BRL_ONLY, card: "all" } })
const SALE: Wanted = { type: "card", currency: "brl", installments: 1, capture_later: false, brand: "visa", has_fallback: true }

const at = (own: Acquirer, more: { fallback?: Acquirer; drained?: boolean; otherDrained?: boolean } = {}): Routing => {
  const { fallback, drained = false, otherDrained = false } = more
  return { own: { acquirer: own, drained }, fallback: fallback && { acquirer: fallback, drained: otherDrained } }
}
const BOTH = { fallback: OTHER }

describe("Which acquirer gets a sale", () => {
  type Row = [text: string, routing: Routing, more: Partial<Wanted>, isFailing: boolean, expected: string | undefined]
  const table: Row[] = [
    ["the method's own one", at(OWN, BOTH), {}, false, "own"],
    ["none where the method has none", {}, {}, false, undefined],
    ["none where the method has a fallback alone", { fallback: { acquirer: OTHER, drained: false } }, {}, false, undefined],
    ["none while its own one is drained and nothing takes over", at(OWN, { drained: true }), {}, false, undefined],
    ["none while both are drained", at(OWN, { ...BOTH, drained: true, otherDrained: true }), {}, false, undefined],
    ["the fallback while its own one is drained", at(OWN, { ...BOTH, drained: true }), {}, false, "other: drained"],
    ["the fallback in a currency that its own one lacks", at(OWN, BOTH), { currency: "usd" }, false, "other: lacking"],
    [
      "its own one, which refuses it, if both lack the currency",
      at(OWN, { fallback: acquirer("other") }),
      { currency: "usd" },
      false,
      "own",
    ],
    [
      "the fallback for a brand that its own one lacks",
      at(acquirer("own", { brands: ["elo"] }), BOTH),
      {},
      false,
      "other: lacking",
    ],
    [
      "the fallback for installments that its own one lacks",
      at(acquirer("own", { maxInstallments: 6 }), BOTH),
      { installments: 7 },
      false,
      "other: lacking",
    ],
    [
      "its own one for as many installments as it takes",
      at(acquirer("own", { maxInstallments: 6 }), BOTH),
      { installments: 6 },
      false,
      "own",
    ],
    [
      "the fallback to be captured later",
      at(acquirer("own", { captureDays: undefined }), BOTH),
      { capture_later: true },
      false,
      "other: lacking",
    ],
    [
      "its own one if the fallback cannot capture it later",
      at(OWN, { fallback: acquirer("other", { captureDays: undefined }) }),
      { capture_later: true },
      true,
      "own",
    ],
    ["the fallback while its own one fails", at(OWN, BOTH), {}, true, "other: circuit"],
    ["its own one while it fails, where nothing takes over", at(OWN), {}, true, "own"],
    ["its own one while it fails, if the fallback is drained", at(OWN, { ...BOTH, otherDrained: true }), {}, true, "own"],
    ["its own one while it fails, for a debit card or a mandate", at(OWN, BOTH), { has_fallback: false }, true, "own"],
    [
      "none for a debit card or a mandate while its own one is drained",
      at(OWN, { ...BOTH, drained: true }),
      { has_fallback: false },
      false,
      undefined,
    ],
  ]
  for (const [text, routing, more, isFailing, expected] of table)
    it(text, () => {
      const choice = choose(routing, { ...SALE, ...more }, () => isFailing)
      expect(choice && choice.acquirer.name + (choice.because ? `: ${choice.because}` : "")).to.equal(expected)
    })

  it("as far as nothing is known of it: the one that gets new sales now", () => {
    expect(takersOf(at(OWN, BOTH)).map(({ name }) => name)).to.deep.equal(["own", "other"])
    expect(takersOf(at(OWN, { ...BOTH, drained: true })).map(({ name }) => name)).to.deep.equal(["other"])
  })
})

describe("The circuit of an acquirer", () => {
  const CIRCUIT = { account: "acct_1", acquirer: "own", method: "card" }
  let now: number
  const begun = () => {
    now = 0
    return newCircuits(() => now)
  }
  const fail = (circuits: ReturnType<typeof begun>, times: number, everyMs: number) => {
    for (let i = 0; i < times; i++) {
      now += everyMs
      circuits.note(CIRCUIT, true)
    }
  }

  it("opens with the fifth failure in a row", () => {
    const circuits = begun()
    fail(circuits, 4, 1000)
    expect(circuits.isFailing(CIRCUIT)).to.equal(false)
    fail(circuits, 1, 1000)
    expect(circuits.isFailing(CIRCUIT)).to.equal(true)
    expect(circuits.open()).to.have.lengthOf(1)
  })

  it("stays closed if the five take more than 30 seconds, or if a sale worked between them", () => {
    const slow = begun()
    fail(slow, 5, 7501)
    expect(slow.isFailing(CIRCUIT)).to.equal(false)
    const mixed = begun()
    fail(mixed, 4, 10)
    mixed.note(CIRCUIT, false)
    fail(mixed, 4, 10)
    expect(mixed.isFailing(CIRCUIT)).to.equal(false)
  })

  it("is of one account, acquirer and method", () => {
    const circuits = begun()
    fail(circuits, 5, 10)
    for (const other of [{ account: "acct_2" }, { acquirer: "other" }, { method: "pix" }])
      expect(circuits.isFailing({ ...CIRCUIT, ...other })).to.equal(false)
  })

  it("stays open without a sale, and is no longer told of ten minutes after the last failure", () => {
    const circuits = begun()
    fail(circuits, 5, 10)
    now += 600_000
    expect(circuits.open()).to.have.lengthOf(1)
    now += 1
    expect(circuits.open()).to.deep.equal([])
  })

  it("stays open when a sale that is let through fails long after the others", () => {
    const circuits = begun()
    fail(circuits, 5, 10)
    for (let minute = 0; minute < 3; minute++) {
      now += 60_000
      expect(circuits.isFailing(CIRCUIT)).to.equal(false)
      circuits.note(CIRCUIT, true)
      expect(circuits.isFailing(CIRCUIT)).to.equal(true)
    }
  })

  it("lets one sale through each ten seconds, and closes when one works", () => {
    const circuits = begun()
    fail(circuits, 5, 10)
    now += 9999
    expect(circuits.isFailing(CIRCUIT)).to.equal(true)
    now += 1
    expect([circuits.isFailing(CIRCUIT), circuits.isFailing(CIRCUIT)]).to.deep.equal([false, true])
    circuits.note(CIRCUIT, true)
    expect(circuits.isFailing(CIRCUIT)).to.equal(true)
    now += 10_000
    expect(circuits.isFailing(CIRCUIT)).to.equal(false)
    circuits.note(CIRCUIT, false)
    expect(circuits.isFailing(CIRCUIT)).to.equal(false)
    expect(circuits.open()).to.deep.equal([])
  })
})
