import type { Bank, Call, Pix, Return } from "../bank.ts"
import { seenFrom } from "../bank.ts"
import { dayAt, daysBetween } from "../clock.ts"
import { pageOf, periodOf, present } from "../lists.ts"
import { centsOf } from "../money.ts"
import { notFound, Refusal, type Reply, refuse } from "../types.ts"
import { newReturn, returnedOf, saveReturn, settleReturn } from "./returns.ts"
import { pixView, returnView } from "./view.ts"

const INVALID = "PixDevolucaoInvalida"
const LIST_INVALID = "PixConsultaInvalida"
/** How long money can be sent back through the API. */
const DAYS = 90

/** `GET /pix/{e2eid}` */
export function getPix(bank: Bank, call: Call): Reply {
  return { status: 200, body: pixView(bank, seenPix(bank, call)) }
}

/** `GET /pix`: by the time of the payment, also what has no txid. */
export function listPix(bank: Bank, { account, query }: Call): Reply {
  const { from, to } = periodOf(bank, LIST_INVALID, query)
  const { txid, txIdPresente, devolucaoPresente, cpf, cnpj } = query
  const found = bank.pix.allSeen(bank.clock.now()).filter((pix) => {
    const isAsked = pix.cnpj === account.cnpj && pix.at >= from && pix.at <= to
    const isPayer = (!cpf || pix.payer.cpf === cpf) && (!cnpj || pix.payer.cnpj === cnpj)
    const isPresent = present(txIdPresente, pix.txid !== undefined) && present(devolucaoPresente, pix.returns.length > 0)
    return isAsked && isPayer && isPresent && (txid === undefined || pix.txid === txid)
  })
  const { parametros, page } = pageOf(LIST_INVALID, found, query)
  return { status: 200, body: { parametros, pix: page.map((pix) => pixView(bank, pix)) } }
}

/** `PUT /pix/{e2eid}/devolucao/{id}` */
export function putReturn(bank: Bank, call: Call): Reply {
  const { params, body, account } = call
  const e2eid = params.e2eid!
  const pix = bank.pix.last(e2eid)
  if (pix?.cnpj !== account.cnpj) throw notFound("PixNaoEncontrado")
  const known = pix.returns.find(({ id }) => id === params.id)
  const cents = centsOf(body?.valor)
  if (known) return repeat(bank, known, cents)
  checkReturn(bank, pix, cents, body)
  const { natureza: nature, descricao: description } = body
  const asked = newReturn(bank, { id: params.id!, cents: cents!, by: "api", nature, description })
  const from = seenFrom(bank, call)
  saveReturn(bank, e2eid, asked, from)
  const isDone = bank.options.refunds === "at once"
  return { status: 201, body: returnView(isDone ? settleReturn(bank, e2eid, asked.id, undefined, from) : asked) }
}

function repeat({ profile }: Bank, known: Return, cents: number | undefined): Reply {
  const used = [{ razao: "A presente requisição apresenta um id já utilizado.", propriedade: "devolucao.id" }]
  if (profile.repeatedRefund === 409) throw new Refusal("devolucao_id_duplicado", used, 409)
  if (profile.repeatedRefund === 400 || known.cents !== cents) throw new Refusal(INVALID, used)
  return { status: 201, body: returnView(known) }
}

function checkReturn({ clock }: Bank, pix: Pix, cents: number | undefined, body: Call["body"]): void {
  refuse(INVALID, [
    !cents && { razao: "O campo devolucao.valor não respeita o schema.", propriedade: "devolucao.valor" },
    returnedOf(pix) + (cents ?? 0) > pix.cents && {
      razao: "A presente requisição, em conjunto com as demais devoluções, excederia o valor do pix originário.",
      propriedade: "devolucao.valor",
    },
    body?.natureza === "RETIRADA" && { razao: "O pix não tem saque nem troco.", propriedade: "devolucao.natureza" },
    daysBetween(dayAt(pix.at), clock.today()) > DAYS && {
      ...{ razao: "A presente requisição de devolução viola a janela de tempo de 90 dias.", propriedade: "devolucao" },
    },
  ])
}

/** `GET /pix/{e2eid}/devolucao/{id}` */
export function getReturn(bank: Bank, call: Call): Reply {
  const found = bank.pix.seen(call.params.e2eid!, bank.clock.now())
  const one = found?.cnpj === call.account.cnpj && found.returns.find(({ id }) => id === call.params.id)
  if (!one) throw notFound("PixDevolucaoNaoEncontrada")
  return { status: 200, body: returnView(one) }
}

function seenPix(bank: Bank, { account, params }: Call): Pix {
  const pix = bank.pix.seen(params.e2eid!, bank.clock.now())
  if (pix?.cnpj !== account.cnpj) throw notFound("PixNaoEncontrado")
  return pix
}
