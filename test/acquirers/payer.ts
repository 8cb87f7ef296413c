// Leads a payer through 3-D Secure, as the engine does, by whichever half of the port the acquirer has.
import { expect } from "chai"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import type {
  AuthenticationAnswer,
  AuthenticationProof,
  AuthenticationSession,
  Authenticator,
  ThreeDSecure,
} from "../../src/acquirers/authentication.ts"
import type { CardSale, SaleOutcome } from "../../src/acquirers/sale.ts"
import { notAuthenticated } from "../../src/payments/intents/authenticate.ts"

export const never = new AbortController().signal

export const PAYER = {
  name: "Maria Silva",
  document: { type: "cpf" as const, number: "52998224725" },
  email: "maria@example.com",
  address: {
    line1: "Rua das Laranjeiras",
    number: "100",
    line2: null,
    district: "Centro",
    city: "São Paulo",
    state: "SP",
    postal_code: "01310100",
    country: "BR",
  },
}

const BROWSER = {
  user_agent: "Mozilla/5.0 (Linux; Android 14) Mobile",
  language: "pt-BR",
  screen_width: 390,
  screen_height: 844,
  color_depth: 24,
  time_zone_offset: 180,
  java_enabled: false,
  ip: "203.0.113.7",
}

/** How the payer does. `isBack`: the payer has been here before, and an answer was lost then. */
export type Act = { passes?: boolean; isDataOnly?: boolean; isBack?: boolean }

/** What came of it. `isAsked`: the issuer has asked the payer. */
export type Course = { isAsked: boolean; outcome: SaleOutcome; three_d_secure: ThreeDSecure | undefined }

/** How a payer answers the issuer, and what the acquirer has taken in cents under a reference. */
export type Side = {
  acquirer: Acquirer
  answer(reference: string, passes: boolean): Promise<void>
  taken(reference: string): Promise<number>
}

type Decided = Extract<AuthenticationAnswer, { result: "decided" }>

/** Takes a payer through the sale. Throws where an answer was lost. */
export function lead(side: Side, sale: CardSale, act: Act = {}): Promise<Course> {
  const { authenticator } = side.acquirer
  return authenticator ? leadBefore(side, authenticator, sale, act) : leadIn(side, sale, act)
}

/** The acquirer authenticates before the sale, which then carries the proof. The engine sends no sale of a payer who has failed. */
async function leadBefore(side: Side, authenticator: Authenticator, sale: CardSale, act: Act): Promise<Course> {
  const { isAsked, decided } = await authenticate(side, authenticator, sale, act)
  const { three_d_secure, proof } = decided
  const isRefused =
    three_d_secure.result === "failed" || (three_d_secure.result === "not_enrolled" && sale.three_d_secure === "any")
  if (isRefused) return { isAsked, three_d_secure, outcome: notAuthenticated({ result: three_d_secure }) }
  const outcome = await side.acquirer.authorize({ ...sale, authentication: proof, keeps_reference: true }, never)
  return { isAsked, outcome, three_d_secure: saidBy(outcome) ?? three_d_secure }
}

/** Goes as far as the sale, which is not sent. */
export async function authenticate(
  side: Side,
  authenticator: Authenticator,
  sale: CardSale,
  { passes = true, isDataOnly = false }: Act = {},
): Promise<{ isAsked: boolean; decided: Decided }> {
  const { reference, amount, currency, card } = sale
  const order = { reference, amount, currency }
  const session = await begun(authenticator, order)
  const payer = { ...PAYER, phone: "+5511987654321" }
  const first = await authenticator.enroll(session, { ...order, card, payer, browser: BROWSER, data_only: isDataOnly }, never)
  const isAsked = first.result === "challenge"
  if (!isAsked) return { isAsked, decided: decidedBy(first) }
  expect(await side.taken(reference), "before the payer has answered").to.equal(0)
  await side.answer(reference, passes)
  const { transaction_id } = first
  return { isAsked, decided: decidedBy(await authenticator.validate(session, { ...order, card, transaction_id }, never)) }
}

export async function begun(
  authenticator: Authenticator,
  order: Parameters<Authenticator["begin"]>[0],
): Promise<AuthenticationSession> {
  const session = await authenticator.begin(order, never)
  if ("result" in session) throw new Error("no session was begun")
  return session
}

function decidedBy(answer: AuthenticationAnswer): Decided {
  if (answer.result !== "decided") throw new Error(`the authentication is ${answer.result}`)
  return answer
}

/** The acquirer authenticates in the sale, and holds it until its payer has answered. */
async function leadIn({ acquirer, taken }: Side, sale: CardSale, { passes = true, isBack = false }: Act): Promise<Course> {
  const { account, reference } = sale
  const first = isBack ? await acquirer.lookUp(account, reference, never) : await acquirer.authorize(sale, never)
  const isAsked = isBack || first?.result === "action_required"
  if (!isAsked) return { isAsked, outcome: first!, three_d_secure: saidBy(first!) }
  if (!isBack) expect(await taken(reference), "before the payer has answered").to.equal(0)
  const outcome = await acquirer.finishChallenge!(account, reference, passes, never)
  return { isAsked, outcome, three_d_secure: saidBy(outcome) }
}

/** What an acquirer has never given. */
export const FORGED: AuthenticationProof = {
  session: "e91f11b4-7d42-4b0e-9a63-c1e10a5b0001",
  cavv: "AAABAWFlmQAAAABjRWWZEEFgFz8=",
  xid: "eGlk",
  eci: "05",
  version: "2.2.0",
  data_only: false,
}

export function saidBy(outcome: SaleOutcome): ThreeDSecure | undefined {
  return "three_d_secure" in outcome ? outcome.three_d_secure : undefined
}
