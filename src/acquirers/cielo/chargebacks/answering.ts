// The merchant's answers to a case.
import { FormData, Response } from "undici"
import { CallRefused } from "../../acquirer.ts"
import type { AnswerOutcome, CaseOrder, CaseRefusal } from "../../chargebacks.ts"
import { NotSent } from "../../wire/request.ts"
import { type Account, type Call, send } from "./calls.ts"
import { answerOutcome } from "./codes.ts"
import { readResult } from "./read.ts"

const ACCEPTED = "101"
const REFUSED = "102"
const SUFFIXES = { pdf: "PDF", jpeg: "JPEG", tiff: "TIFF" } as const
const TYPES = { pdf: "application/pdf", jpeg: "image/jpeg", tiff: "image/tiff" } as const

export function accept(account: Account, { establishment, step }: CaseOrder, signal: AbortSignal): Promise<AnswerOutcome> {
  const { user_name: userName } = account.credentials
  const updateChargeback = [{ establishmentNumber: establishment, idChargeback: step }]
  const body = JSON.stringify({ updateChargeback, userName })
  return answer(account, { method: "PUT", path: "/accept", body }, { step, done: ACCEPTED }, signal)
}

/** The name of the file is the number of the case. */
export async function refuse(account: Account, refusal: CaseRefusal, signal: AbortSignal): Promise<AnswerOutcome> {
  const { number, step, establishment, reason, document } = refusal
  const { user_name: userName } = account.credentials
  const members = { establishmentNumber: establishment, idChargeback: step, reasonToRefuse: reason, userName }
  const done = { step, done: REFUSED }
  const call = { method: "PUT", path: "/refuse" } as const
  if (account.addresses.cieloChargebackFile === "base64") {
    const body = JSON.stringify({ ...members, file: [document.bytes.toString("base64")] })
    return answer(account, { ...call, body }, done, signal)
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) form.append(name, value)
  const file = new Blob([new Uint8Array(document.bytes)], { type: TYPES[document.type] })
  form.append("file", file, `${number}.${SUFFIXES[document.type]}`)
  const encoded = new Response(form)
  const type = encoded.headers.get("content-type") ?? ""
  return answer(account, { ...call, body: Buffer.from(await encoded.arrayBuffer()), type }, done, signal)
}

/** A call that answers a case. Without an answer, the outcome is unknown. */
async function answer(
  account: Account,
  call: Call,
  { step, done }: { step: string; done: string },
  signal: AbortSignal,
): Promise<AnswerOutcome> {
  const about = { account: account.credentials.account, call: `${call.method} ${call.path}` }
  try {
    const { status, body } = await send(account, call, signal)
    const result = readResult(body, step)
    const outcome = answerOutcome(status, result, done)
    if (outcome.result !== "done")
      account.log.warn({ ...about, status, code: result.code, step }, "Cielo did not take an answer to a chargeback")
    return outcome
  } catch (error) {
    account.log.warn({ ...about, step, reason: (error as Error).message }, "an answer to a chargeback got no answer")
    if (error instanceof CallRefused) return { result: "unavailable", refused: true }
    return { result: error instanceof NotSent ? "unavailable" : "unknown" }
  }
}
