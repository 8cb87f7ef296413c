import { createHash } from "node:crypto"
import type { Reply } from "../types.ts"
import { acsIdOf } from "./browser.ts"
import type { Session } from "./sessions.ts"
import type { MpiSimulator } from "./simulator.ts"
import type { ChallengeEnd } from "./types.ts"

/** The code that the bank sends to the payer. */
export const ACS_CODE = "1234"
const MAX_WRONG_CODES = 3

/** What the bank's page tells the page that has opened it, by how the challenge ended. */
const ACTIONS: Record<ChallengeEnd, string> = { success: "SUCCESS", failure: "FAILURE", cancel: "NOACTION" }

/** The bank's page, for a CReq that a browser has posted as the field `creq`. */
export function challengePage(mpi: MpiSimulator, text: string): Reply {
  const session = mpi.sessions.byAcs(acsIdOf(new URLSearchParams(text).get("creq") ?? "") ?? "")
  if (!session) return { ...page("<p>Transação desconhecida.</p>", 400), broken: ["creq must be the Pareq of a challenge"] }
  if (isOver(mpi, session)) return endPage(session, "ERROR")
  mpi.note(session, { step: "acs", status: 200 })
  return codePage(session, "")
}

/** What the payer has done on the bank's page. */
export function challengeAnswer(mpi: MpiSimulator, text: string): Reply {
  const form = new URLSearchParams(text)
  const session = mpi.sessions.byAcs(form.get("acsTransID") ?? "")
  if (!session?.challenge) return page("<p>Transação desconhecida.</p>", 400)
  if (isOver(mpi, session)) return endPage(session, "ERROR")
  const action = form.get("action")
  if (action === "confirm" && form.get("code") !== ACS_CODE && ++session.challenge.wrongCodes < MAX_WRONG_CODES)
    return codePage(session, "Código incorreto. Tente de novo.")
  const isRight = action === "confirm" && form.get("code") === ACS_CODE
  const end = endChallenge(mpi, session, isRight ? "success" : action === "cancel" ? "cancel" : "failure")
  return endPage(session, ACTIONS[end])
}

/**
 * Ends the payer's part of a challenge, and tells the 3-D Secure server, as the bank does. Returns how it ended: some cards fail whatever
 * the payer does.
 */
export function endChallenge(mpi: MpiSimulator, session: Session, wanted: ChallengeEnd): ChallengeEnd {
  const { challenge } = session
  if (!challenge || challenge.end !== null) throw new Error(`the session ${session.referenceId} has no challenge that is open`)
  const end = wanted === "success" && challenge.outcome === "challenge_failure" ? "failure" : wanted
  challenge.end = end
  mpi.note(session, { step: "acs_answer", status: 200, result: end })
  return end
}

function isOver(mpi: MpiSimulator, { challenge }: Session): boolean {
  return challenge === null || challenge.end !== null || challenge.isValidated || challenge.expires <= mpi.now()
}

function codePage(session: Session, complaint: string): Reply {
  const reais = ((session.enrolled?.amount ?? 0) / 100).toLocaleString("pt-BR", { style: "currency", currency: "BRL" })
  return page(`<h1>Banco do Simulador</h1>
<p>Confirme a compra de <strong>${reais}</strong>. Enviamos um código ao seu celular: neste simulador é ${ACS_CODE}.</p>
<p role="alert">${complaint}</p>
<form method="post" action="/acs/answer">
<input type="hidden" name="acsTransID" value="${session.challenge?.acsTransId}">
<label>Código <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="4"></label>
<button name="action" value="confirm">Confirmar</button>
<button name="action" value="fail">Não reconheço a compra</button>
<button name="action" value="cancel">Cancelar</button>
</form>`)
}

/** Tells the page that has framed this one, if it is that of the session. */
function endPage(session: Session, action: string): Reply {
  const message = { messageType: "ChallengeEnd", actionCode: action, transactionId: session.challenge?.transactionId }
  const target = session.origin && session.origin !== "null" ? session.origin : "*"
  const code = `parent.postMessage(${JSON.stringify(message)}, ${JSON.stringify(target)})`
  return page("<p>Obrigado. Voltando à loja…</p>", 200, code)
}

const STYLE = `body{font:16px sans-serif;margin:1rem}button,input{font:inherit;display:block;width:100%;box-sizing:border-box;
margin:.5rem 0;padding:.7rem}p[role=alert]{color:#b00}`

function page(body: string, status = 200, code = ""): Reply {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
  const scripts = code ? `; script-src ${hash(code)}` : ""
  const policy = `default-src 'none'; form-action 'self'; style-src ${hash(STYLE)}${scripts}`
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Banco do Simulador</title>`
  return {
    status,
    text: `<!doctype html><html lang="pt-BR"><head>${head}<style>${STYLE}</style></head><body><main>${body}</main>${
      code ? `<script>${code}</script>` : ""
    }</body></html>`,
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy, "cache-control": "no-store" },
  }
}
