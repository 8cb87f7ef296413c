import { expect } from "chai"
import type { Address, ThreeDSecureSettings } from "../../src/accounts/tables.ts"
import type { ThreeDSecureRequest } from "../../src/acquirers/authentication.ts"
import { hasContact, type Need, needOf } from "../../src/payments/authentication/policy.ts"
import { type AuthenticationStep, type AuthenticationTrigger, nextStep } from "../../src/payments/authentication/state.ts"
import type { Brand } from "../../src/vault/number.ts"
import type { Funding } from "../../src/vault/tables.ts"

const ADDRESS = { country: "BR", state: "SP", postal_code: "01310-200" } as Address
const KNOWN = { phone: "+5511987654321", address: ADDRESS }
const PLAIN: ThreeDSecureSettings = { minimum_amount: null, brands: [], data_only: false }
const FROM_100: ThreeDSecureSettings = { ...PLAIN, minimum_amount: 10_000 }
const OF_ELO: ThreeDSecureSettings = { ...PLAIN, brands: ["elo"] }
const DATA: ThreeDSecureSettings = { ...PLAIN, data_only: true }

const REQUIRED: Need = { data_only: false, required: true }
const TRIED: Need = { data_only: false, required: false }
const TOLD: Need = { data_only: true, required: false }

type Row = [
  name: string,
  sold: { request?: ThreeDSecureRequest; funding?: Funding; brand?: Brand; amount?: number },
  settings: ThreeDSecureSettings,
  need: Need | undefined,
  customer?: Parameters<typeof hasContact>[0],
]

const ROWS: Row[] = [
  ["nobody asks", {}, PLAIN, undefined],
  ["the payment asks", { request: "any" }, PLAIN, REQUIRED],
  ["the payment asks, and the account would only tell the issuer", { request: "any" }, DATA, REQUIRED],
  ["the payment asks, and the customer has no phone yet", { request: "any" }, PLAIN, REQUIRED, { phone: null, address: null }],
  ["the card is a debit card", { funding: "debit" }, PLAIN, REQUIRED],
  ["the card is a debit card, and the account would only tell the issuer", { funding: "debit" }, DATA, REQUIRED],
  [
    "the card is a debit card of a customer without an address",
    { funding: "debit" },
    PLAIN,
    REQUIRED,
    { phone: null, address: null },
  ],
  ["the amount is the one from which the account asks", { amount: 10_000 }, FROM_100, TRIED],
  ["the amount is a cent less", { amount: 9_999 }, FROM_100, undefined],
  ["the brand is one of those", { brand: "elo" }, OF_ELO, TRIED],
  ["the brand is another one", { brand: "visa" }, OF_ELO, undefined],
  ["the amount is less, and the brand is one of those", { brand: "elo", amount: 1 }, { ...FROM_100, brands: ["elo"] }, TRIED],
  ["the account tells the issuers of Visa", { brand: "visa" }, DATA, TOLD],
  ["the account tells the issuers of Mastercard", { brand: "mastercard" }, DATA, TOLD],
  ["the network takes no data alone", { brand: "elo" }, DATA, undefined],
  ["the network of American Express takes none either", { brand: "amex" }, DATA, undefined],
  [
    "the account asks for the amount and tells the issuers of others",
    { amount: 10_000 },
    { ...FROM_100, data_only: true },
    TRIED,
  ],
  ["the payment says never, whatever the amount", { request: "never", amount: 10_000 }, FROM_100, undefined],
  ["the payment says never, whatever the brand", { request: "never", brand: "elo" }, OF_ELO, undefined],
  ["the payment says never, and the account would tell the issuer", { request: "never" }, DATA, undefined],
  ["the customer has no phone", { amount: 10_000 }, FROM_100, undefined, { ...KNOWN, phone: null }],
  ["the customer has no address", { amount: 10_000 }, FROM_100, undefined, { ...KNOWN, address: null }],
  ["the address is abroad", { amount: 10_000 }, FROM_100, undefined, { ...KNOWN, address: { ...ADDRESS, country: "PT" } }],
  [
    "the address has no state of Brazil",
    { amount: 10_000 },
    FROM_100,
    undefined,
    { ...KNOWN, address: { ...ADDRESS, state: "XX" } },
  ],
  [
    "the address has no CEP",
    { amount: 10_000 },
    FROM_100,
    undefined,
    { ...KNOWN, address: { ...ADDRESS, postal_code: "1310-200" } },
  ],
  ["the customer has no phone, and the issuer would only be told", {}, DATA, undefined, { ...KNOWN, phone: null }],
]

const STEPS: AuthenticationStep[] = ["requested", "begun", "enrolling", "challenged", "validating", "decided"]

describe("The authentication of a payer", () => {
  for (const [name, sold, settings, need, customer = KNOWN] of ROWS)
    it(`is ${need ? (need.required ? "required" : need.data_only ? "only data" : "tried") : "left out"} if ${name}`, () => {
      const all = { request: "automatic" as const, funding: "credit" as const, brand: "visa" as const, amount: 4990, ...sold }
      expect(needOf(all, settings, hasContact(customer))).to.deep.equal(need)
    })

  it("goes from one step to the next only in this order, and nothing follows on its result", () => {
    const takenIn = (trigger: AuthenticationTrigger) => STEPS.filter((step) => nextStep(step, trigger) !== undefined)
    const open = STEPS.filter((step) => step !== "decided")
    for (const trigger of ["begin", "fail", "decide"] as const) expect(takenIn(trigger), trigger).to.deep.equal(open)
    expect(takenIn("enroll")).to.deep.equal(["begun"])
    expect(takenIn("challenge")).to.deep.equal(["enrolling", "validating"])
    expect(takenIn("validate")).to.deep.equal(["challenged"])
    const path: AuthenticationStep[] = ["requested"]
    for (const trigger of ["begin", "enroll", "challenge", "validate", "decide"] as const)
      path.push(nextStep(path.at(-1)!, trigger)!)
    expect(path).to.deep.equal(STEPS)
  })
})
