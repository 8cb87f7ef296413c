// Test mode refuses what live mode refuses. The same odd payments are played at the mock acquirer and at the simulator of Cielo, through the
// same API, and their verdicts are compared. Nothing that reaches the simulator may break a rule of Cielo's document.
import { readFileSync } from "node:fs"
import { expect } from "chai"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import { BOLETO_PROVIDERS } from "../../src/acquirers/cielo/requests.ts"
import { passesLuhn } from "../../src/vault/number.ts"
import { type Cielo, startCielo } from "../cielo/cielo.ts"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { cardBody } from "../support/merchants/payments.ts"
import { ADDRESS, newPayer } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"
import { openCielo } from "./cielo/open.ts"

type Method = "card" | "pix" | "boleto"

/** A merchant at the mock or at Cielo, and a customer without oddities. */
type Side = Merchant & { payer: string }

/** How a payment differs from a usual one. `saved`: its card is saved first, and this happens before it is charged. */
type Odd = {
  method?: Method
  customer?: Json
  address?: Json
  card?: Json
  saved?: { meanwhile?: (merchant: Merchant) => Promise<void> }
  intent?: Json
  confirm?: Json
}

const DAY = 86_400

const TEXTS = [
  ...["X", " Ana ", "ANA  SOUZA", "O'Neil & Filhos <b>", 'A"B\\C', "12345", "...", "-", " "],
  ...[
    "Ægir Œuvre Đorđe ßł",
    "e\u0301le\u0300ve",
    "ﬁancé",
    "Ａｎａ",
    "ª",
    "Ⓐ",
    "İı",
    "ã".repeat(255),
    "😀A".repeat(127),
    "A😀",
    "😀",
  ],
  ...["李", "محمد", "Ана", "\u0301", "ﷺ"],
  ...["Ana\u00a0Souza", "Ana\u2028Souza", "Ana\u200bSouza", "Ana\nSouza", "Ana\u202e", "\ue000A", "\u{e0fff}A"],
]
const E_MAILS = [
  ...["a@b", "a'b@x.y", "<a>@b", '"@x', "ana@[127.0.0.1]", "a@b..c", "a b@c"],
  ...["用户@例え.jp", `${"😀".repeat(240)}@example.com`, "a\u0301@b", "ana\u200b@x.y", "ana@x\u00ad.y", "ana@x.y\u2028"],
]
const DOCUMENTS = [
  { type: "cpf", number: "123.456.789-09" },
  { type: "cpf", number: "00000000191" },
  { type: "cnpj", number: "11.222.333/0001-81" },
  { type: "cnpj", number: "12.abc.345/01de-35" },
  { type: "cnpj", number: "52998224725" },
  null,
]
const STATES = ["SP", "sp", " SP ", "São Paulo", "Paraná", "Mato Grosso", "PX", "MX", "東京", "ＳＰ"]
const CEPS = ["01310100", "01.310-100", "01310 100", "1310100", "013101000", "ABCDEFGH", "０１３１０１００", "٠١٣١٠١٠٠"]
const COUNTRIES = ["BR", "US", "PT"]
const DESCRIPTORS = ["COFFEE 1001", "Café & Cia 77", "*", " ", "東京", "😀", "x".repeat(22), "é".repeat(23)]
const AMOUNTS = [0, 1, 5, 99, 2 ** 31, 2 ** 32, 9_999_999_999, 10_000_000_000, 99_999_999_999, 100_000_000_000]

/** The first digits of cards of each brand that Cielo takes, and the lengths of their numbers. */
const CARDS: [beginning: string, length: number][] = [
  ...([13, 16, 18, 19] as const).map((length): [string, number] => ["400000", length]),
  ...["510000", "559999", "222100", "272099"].map((beginning): [string, number] => [beginning, 16]),
  ...["636297", "506699", "509000", "650031", "651652", "401178", "438935", "627780"].map((each): [string, number] => [each, 16]),
  ...["606282", "384100"].map((beginning): [string, number] => [beginning, 16]),
  ...["340000", "370000"].map((beginning): [string, number] => [beginning, 15]),
  ...["300000", "360000", "380000", "390000"].map((beginning): [string, number] => [beginning, 14]),
  ...["601100", "644000", "651000"].map((beginning): [string, number] => [beginning, 16]),
  ...["352800", "358900", "213100", "180000", "507860"].map((beginning): [string, number] => [beginning, 16]),
  ["507860", 19],
]
/** Cards of other brands. */
const OTHER_CARDS: [beginning: string, length: number][] = [
  ["676770", 16],
  ["676770", 12],
  ["620000", 16],
  ["220000", 16],
  ["637095", 16],
  ["309500", 14],
  ["910000", 16],
]

/** A number that the simulator approves, whose first digits are these. */
function approvedNumber(beginning: string, length: number): string {
  const digits = `${beginning}999`.padEnd(length - 1, "0")
  return Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find(passesLuhn)!
}

const cardOf = (beginning: string, length: number): Json => ({
  number: approvedNumber(beginning, length),
  cvc: length === 15 ? "1234" : "123",
})

const by = <T>(values: readonly T[], odd: (value: T) => Odd): [title: string, odd: Odd][] =>
  values.map((value) => [JSON.stringify(value), odd(value)])
const byMethod = (methods: Method[], plays: [title: string, odd: Odd][]) =>
  methods.flatMap((method) => plays.map(([title, odd]): [string, Odd] => [`${method} ${title}`, { ...odd, method }]))
const withCards = (cards: [string, number][], more: Odd = {}) =>
  by(cards, ([beginning, length]) => ({ card: cardOf(beginning, length), ...more }))

const SAVED: Odd = { saved: {}, confirm: { off_session: true } }
const ALL: Method[] = ["card", "pix", "boleto"]
const SOME_TEXTS = ["O'Neil 2", "é".repeat(255), "😀", "李", "12345", "Ana\u200bSouza", null]

const ODD: Record<string, [title: string, odd: Odd][]> = {
  "payer's name": [
    ...by([...TEXTS, null], (name): Odd => ({ method: "boleto", customer: { name } })),
    ...by(SOME_TEXTS, (name): Odd => ({ method: "card", customer: { name } })),
  ],
  "payer's e-mail address": by(E_MAILS, (email) => ({ customer: { email, name: "李" } })),
  "payer's document": byMethod(
    ["pix", "boleto"],
    by(DOCUMENTS, (document) => ({ customer: { document } })),
  ),
  "payer's address": byMethod(
    ["boleto"],
    ["line1", "number", "line2", "district", "city"].flatMap((member) =>
      by(SOME_TEXTS.slice(0, 3), (text) => ({ address: { [member]: text } })),
    ),
  ),
  "payer's state": by(STATES, (state) => ({ method: "boleto", address: { state } })),
  "payer's CEP": by(CEPS, (postal_code) => ({ method: "boleto", address: { postal_code } })),
  "payer's country": by(COUNTRIES, (country) => ({ method: "boleto", address: { country } })),
  "text on the statement": by(DESCRIPTORS, (statement_descriptor) => ({ intent: { statement_descriptor } })),
  amount: byMethod(
    ALL,
    by(AMOUNTS, (amount) => ({ intent: { amount } })),
  ),
  currency: [
    ...by(["brl", "BRL", "zzz"], (currency) => ({ intent: { currency } })),
    ...byMethod(
      ["pix", "boleto"],
      by(["usd"], (currency) => ({ intent: { currency } })),
    ),
  ],
  installments: [
    ...by([1, 2, 12, 13], (installments) => ({ confirm: { installments } })),
    ...byMethod(
      ["pix", "boleto"],
      by([2], (installments) => ({ confirm: { installments } })),
    ),
    ...by([5, 11], (amount) => ({ intent: { amount }, confirm: { installments: 12 } })),
    ...by([2], (installments) => ({ confirm: { installments, off_session: true } })),
  ],
  "name on the card": by([...SOME_TEXTS, "Z".repeat(255)], (holderName) => ({ card: { holderName } })),
  "number of the card": withCards(CARDS),
  "brand of a saved card": withCards(
    CARDS.filter(([, length], index) => index % 3 === 0 && length < 19),
    SAVED,
  ),
  "expiry of the card": by(["1/2020", "12/1000", "12/2026", "1/2027", "12/2099"], (date) => {
    const [expMonth, expYear] = date.split("/").map(Number)
    return { card: { expMonth, expYear } }
  }),
  "security code of the card": by(["000", "12", "1234", "abc"], (cvc) => ({ card: { cvc } })),
}

const ACQUIRERS_PAGE = readFileSync(new URL("../../docs/acquirers.md", import.meta.url), "utf8")

/** What test mode takes and Cielo does not, by the reason that docs/acquirers.md gives. */
const DIFFERENT: Record<string, [title: string, odd: Odd][]> = {
  "Other acquirers take other currencies": by(["usd", "eur", "jpy"], (currency) => ({ intent: { currency } })),
  "Other acquirers take other brands": [...withCards(OTHER_CARDS), ...withCards(OTHER_CARDS.slice(0, 1), SAVED)],
  "No card is issued for so long": by([2100, 9999], (expYear) => ({ card: { expYear } })),
}

describe("Test mode and Cielo come to the same verdict, whatever is odd about the", function () {
  this.timeout(120_000)
  let cielo: Cielo
  let vintem: Running
  let mock: Side
  /** One for each bank of boletos. */
  const live: Side[] = []
  const acquirers = new Map<string, Acquirer>()
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0 })
    vintem = await startVintem({}, { role: "api", acquirerOf: (account) => acquirers.get(account) })
    mock = await newSide()
    for (const provider of BOLETO_PROVIDERS) live.push(await newSide(openCielo(cielo, { provider }).acquirer))
  })
  after(async () => {
    await vintem.close()
    await cielo.close()
  })

  /** A new merchant, at the mock unless another acquirer is given. */
  async function newSide(acquirer?: Acquirer): Promise<Side> {
    const merchant = await newMerchant(vintem)
    if (acquirer) acquirers.set(merchant.account, acquirer)
    return { ...merchant, payer: (await newPayer(merchant)).id }
  }

  /** The verdicts of the mock and of Cielo, one for each bank if it is a boleto. */
  async function verdictsOn(odd: Odd): Promise<[atTheMock: string, ...atCielo: string[]]> {
    const banks = odd.method === "boleto" ? live : live.slice(0, 1)
    const [first, ...others] = await Promise.all([mock, ...banks].map((merchant) => play(merchant, odd)))
    return [first!, ...others]
  }
  const violations = async () => (await cielo.control.violations()).flatMap(({ messages }) => messages)

  for (const [what, plays] of Object.entries(ODD))
    it(`${what} (${plays.length} payments)`, async () => {
      const verdicts = await Promise.all(plays.map(async ([title, odd]) => [title, ...(await verdictsOn(odd))]))
      // A charge that cannot be processed is no verdict: a merchant cannot tell what is wrong.
      const isFound = (each: string[]) => new Set(each).size > 1 || each[0]!.includes("processing_error")
      const found = verdicts.filter(([_, ...each]) => isFound(each)).map((each) => each.join(" | "))
      expect(found).to.deep.equal([])
      expect(await violations()).to.deep.equal([])
    })

  it("payer's state and CEP, which the bank gets as they are meant", async () => {
    await cielo.control.reset()
    for (const [state, postal_code] of [
      ["Paraná", "80.020-310"],
      ["Mato Grosso", "78005 000"],
    ])
      await play(live[0]!, { method: "boleto", address: { state, postal_code } })
    const sent = (await cielo.control.ledger()).map(({ customer }) => [customer.Address?.State, customer.Address?.ZipCode])
    expect(sent).to.deep.equal([
      ["PR", "80020310"],
      ["MT", "78005000"],
    ])
  })

  it("expiry of a saved card, while its months pass", async () => {
    const seconds = 70 * DAY // The month of 31 days from now has ended by then, wherever the host is.
    // Merchants whose clocks move on have no other payments, whose time would end.
    const [atTheMock, atCielo] = [await newSide(), await newSide(openCielo(cielo).acquirer)]
    const soon = new Date(Date.now() + 31 * DAY * 1000)
    const meanwhile = async (merchant: Merchant) => {
      await advance(merchant, { seconds })
      if (merchant.account === atCielo.account) await cielo.control.advance(seconds * 1000)
    }
    const card = { expMonth: soon.getUTCMonth() + 1, expYear: soon.getUTCFullYear() }
    const odd: Odd = { card, saved: { meanwhile }, confirm: { off_session: true } }
    expect(await play(atTheMock, odd)).to.equal("canceled expired_card")
    expect(await play(atCielo, odd)).to.equal("canceled expired_card")
    await cielo.control.reset()
  })

  for (const [why, plays] of Object.entries(DIFFERENT))
    it(`payment, but for this: ${why}. Test mode takes it, and Cielo does not`, async () => {
      expect(ACQUIRERS_PAGE).to.include(why)
      for (const [title, odd] of plays) {
        const [atTheMock, atCielo] = await verdictsOn(odd)
        expect(atTheMock, title).to.equal("succeeded")
        expect(atCielo, title).to.match(/card_declined|expired_card|parameter_invalid currency/)
      }
      await cielo.control.reset()
    })
})

const PAYER = { email: "ana@example.com", name: "Ana Souza", document: { type: "cpf", number: "52998224725" } }

/** Plays a payment from its customer to its confirm. Returns the first refusal, or how it ended. */
async function play(merchant: Side, odd: Odd): Promise<string> {
  const { method = "card", customer, address, card, saved, intent, confirm } = odd
  const created = async (path: string, body: object): Promise<string> => {
    const response = await merchant.request("POST", `/v1/${path}`, body)
    if (response.status >= 300) throw new Refused(response)
    return path.endsWith("/confirm") ? outcomeOf(response.body) : response.body.id
  }
  try {
    const details = { address: { ...ADDRESS, ...address }, ...customer }
    const payer = customer || address ? await created("customers", { ...PAYER, ...details }) : merchant.payer
    const usual = approvedNumber("400000", 16)
    const token = await created("tokens", method === "card" ? cardBody(usual, card) : { type: method })
    const payment_method = saved ? await created("payment_methods", { customer: payer, token }) : token
    await saved?.meanwhile?.(merchant)
    const id = await created("payment_intents", {
      ...{ amount: 4990, currency: "brl", customer: payer, payment_method_types: [method] },
      ...intent,
    })
    return await created(`payment_intents/${id}/confirm`, { payment_method, ...confirm })
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

class Refused extends Error {
  constructor({ status, body }: Response) {
    super([status, body.error.code, body.error.param].filter(Boolean).join(" "))
  }
}

function outcomeOf({ status, last_payment_error }: Json): string {
  return [status, last_payment_error?.code].filter(Boolean).join(" ")
}
