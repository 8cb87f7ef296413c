import { expect } from "chai"
import type { CaseItem, CaseStep } from "../../src/acquirers/chargebacks.ts"
import { type Heard, judge, verdictOf } from "../../src/payments/chargebacks/judge.ts"

const CLIENT: CaseStep = { action: "Em análise com o Cliente", day: "2026-11-01", verdict: null }
const ISSUER: CaseStep = { action: "Em análise com o Emissor", day: "2026-11-05", verdict: null }
const WON: CaseStep = { action: "A favor do Estabelecimento", day: "2026-11-20", verdict: "won" }
const LOST: CaseStep = { action: "A favor do Emissor", day: "2026-11-10", verdict: "lost" }

function item(more: Partial<CaseItem> = {}): CaseItem {
  return {
    ...{ number: "4000001", step: "70000001", establishment: "2000000001", process: "PRIMEIRO_CHARGEBACK", isInquiry: false },
    ...{ deadline: null, amount: 4990, network: "VISA", reason: "104", isFraud: true, received: "2026-11-01" },
    ...{ answered: "refused", last: null },
    sale: { tid: null, nsu: null, authorization_code: null, reference_number: null, day: null, last4: null },
    ...more,
  }
}

/** Where a case that was won or lost stands after a look at the lists. */
function statusAfter(status: "won" | "lost", heard: Partial<Heard>): string | undefined {
  const known = { step: "70000001", treated_step: "70000001", status, received: "2026-11-01" } as const
  return judge(known, { pending: [], done: [], ...heard })?.status
}

describe("A case that was decided", () => {
  it("stays decided while no list shows a new step, whatever its life says last", () => {
    const later = { ...ISSUER, day: "2026-11-25" }
    for (const heard of [
      { done: [item()] },
      { done: [item()], lifecycle: [] },
      { done: [item({ last: ISSUER })] },
      { done: [item({ last: later })], lifecycle: [CLIENT, ISSUER, WON, later] },
      { done: [item({ answered: "accepted" })], lifecycle: [CLIENT, ISSUER] },
    ]) {
      expect(statusAfter("won", heard)).to.equal("won")
      expect(statusAfter("lost", heard)).to.equal("lost")
    }
  })

  it("is open again by a step that waits, and by a newer one that was answered", () => {
    const next = item({ step: "70000002", received: "2026-11-22" })
    const answered = { ...ISSUER, day: "2026-11-23" }
    expect(statusAfter("won", { pending: [next], done: [item()] })).to.equal("needs_response")
    expect(statusAfter("won", { done: [item(), next], lifecycle: [CLIENT, ISSUER, WON, answered] })).to.equal("under_review")
    expect(statusAfter("won", { done: [item(), { ...next, answered: "accepted" }] })).to.equal("lost")
    // An older step is no news.
    const older = item({ step: "70000000", received: "2026-10-01" })
    expect(statusAfter("won", { done: [older, item()] })).to.equal("won")
    expect(statusAfter("won", { done: [older] })).to.equal("won")
  })

  it("follows a verdict of a later day", () => {
    expect(statusAfter("lost", { done: [item({ last: WON })], lifecycle: [WON, LOST, ISSUER, CLIENT] })).to.equal("won")
    expect(statusAfter("won", { done: [item({ last: LOST })], lifecycle: [CLIENT, WON, LOST] })).to.equal("won")
  })
})

describe("The verdict in the life of a case", () => {
  it("is that of the latest day, whatever the order of the steps", () => {
    for (const [verdict, ...steps] of [
      ["won", CLIENT, ISSUER, LOST, WON],
      ["won", WON, LOST, ISSUER, CLIENT],
      ["won", WON, { ...ISSUER, day: WON.day }],
      ["lost", CLIENT, LOST],
      [null, CLIENT, LOST, { ...CLIENT, day: "2026-11-12" }],
      ["won", CLIENT, { ...WON, day: null }],
      [null, { ...WON, day: null }, CLIENT],
      [null],
    ] as const)
      expect(verdictOf(steps as readonly CaseStep[])).to.equal(verdict)
    expect(verdictOf([], WON)).to.equal("won")
    expect(verdictOf([CLIENT, ISSUER], WON)).to.equal("won")
    expect(verdictOf([CLIENT, LOST, WON], LOST)).to.equal("won")
  })
})
