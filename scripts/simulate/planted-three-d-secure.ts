// Bugs of payers who are authenticated before their sale.
import { inWorld } from "./planted-kind.ts"

const FINISH = "src/payments/three-d-secure/finish.ts"
const STEPS = "src/payments/three-d-secure/steps.ts"
const SALE = "src/payments/intents/sale.ts"
const STORE = "src/payments/authentication/store.ts"
const AUTHENTICATED = "src/acquirers/cielo/authenticated.ts"

export const OF_THREE_D_SECURE = inWorld("threeds", [
  {
    name: "a payer who has failed is sold to",
    file: FINISH,
    right: `case "failed":\n      return false`,
    wrong: `case "failed":\n      return true`,
  },
  {
    name: "where 3DS is required, a card that takes no part is sold to",
    file: FINISH,
    right: "return !required",
    wrong: "return true",
  },
  {
    name: "a sale does not carry its authentication",
    file: SALE,
    right: `...(carried && "proof" in carried && { authentication: carried.proof }),`,
    wrong: "",
  },
  {
    name: "a payer whom the issuer has asked is let through by an error on the way",
    file: STEPS,
    right: "row.transaction_id === null ? UNAVAILABLE : NOT_BELIEVED",
    wrong: "UNAVAILABLE",
  },
  {
    name: "a payer whom the issuer has asked is let through as one whose card takes no part",
    file: STEPS,
    right: "return takesNoPart && transaction_id !== null ? NOT_BELIEVED : answer",
    wrong: "return takesNoPart && transaction_id === undefined ? NOT_BELIEVED : answer",
  },
  {
    name: "a saved card is charged that was detached while its payer was authenticated",
    file: "src/payments/intents/end-waited.ts",
    right: "return method?.customer === null && (await endWaited(tx, scope, sale, DETACHED)) !== undefined",
    wrong: "return method === undefined",
  },
  {
    name: "what the network said in the issuer's stead is shown as said by the issuer",
    file: AUTHENTICATED,
    right: `const result = was === 2 ? "authenticated" : "attempted"`,
    wrong: `const result = "authenticated" as const`,
  },
  {
    name: "a step of an authentication can be taken twice",
    file: STORE,
    right: "attempt: p.attempt, step: p.from, sessions: p.before",
    wrong: "attempt: p.attempt, sessions: p.before",
  },
  {
    name: "the proof of an authentication is kept after its sale",
    file: "src/payments/intents/redirect.ts",
    right: "  await useToken(tx, attempt)\n  await forgetProof(tx, attempt)",
    wrong: "  await useToken(tx, attempt)",
  },
  {
    name: "a debit card is charged as a credit card",
    file: "src/acquirers/cielo/requests.ts",
    right: `if (sale.card.funding === "debit") return debitRequest(sale, form)`,
    wrong: "",
  },
  {
    name: "an absent payer is asked",
    file: "src/payments/intents/authenticate.ts",
    right: "|| !card || !customer || off_session || chargesNothing(intent)",
    wrong: "|| !card || !customer || chargesNothing(intent)",
  },
  {
    name: "3DS that the merchant has asked for is left out",
    file: "src/payments/authentication/policy.ts",
    right: `return { data_only: false, required: true }`,
    wrong: `return funding === "debit" ? { data_only: false, required: true } : undefined`,
  },
  {
    name: "a payer who gives up is sold to",
    file: FINISH,
    right: 'const NOT_BELIEVED: Decision = { result: "decided", three_d_secure: FAILED, proof: null }',
    wrong: 'const NOT_BELIEVED: Decision = { result: "decided", three_d_secure: NOT_AVAILABLE, proof: null }',
  },
])
