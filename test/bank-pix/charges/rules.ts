import { isDeepStrictEqual } from "node:util"
import type { Account } from "../accounts.ts"
import type { Bank, Charge, Terms } from "../bank.ts"
import { centsOf } from "../money.ts"
import { refuse } from "../types.ts"

export const INVALID = "CobOperacaoInvalida"

// biome-ignore lint/suspicious/noExplicitAny: without the contract, its shape was not checked.
type Body = any

/** The terms of a charge that is made or changed as a whole. */
export function termsOf({ profile }: Bank, body: Body): Terms {
  const { loc: _, ...rest } = body ?? {}
  return { ...rest, calendario: { expiracao: profile.expiry, ...rest.calendario } }
}

/** The terms after a change of some members. */
export function changedTerms(before: Terms, body: Body): Terms {
  const { loc: _, status: __, calendario, valor, ...rest } = body ?? {}
  return {
    ...{ ...before, ...rest },
    calendario: { ...before.calendario, ...calendario },
    valor: { ...before.valor, ...valor },
  }
}

/** Throws a refusal unless a charge may have these terms. */
export function checkTerms({ misuse }: Bank, account: Account, terms: Terms, body: Body, known?: Charge): void {
  const { calendario, valor, chave } = terms
  const cents = centsOf(valor?.original)
  const mayBeZero = valor?.modalidadeAlteracao === 1 || (valor?.retirada && "saque" in valor.retirada)
  const location = body?.loc?.id
  refuse(INVALID, [
    !(Number.isInteger(calendario.expiracao) && calendario.expiracao > 0) && {
      ...{ razao: "O campo cob.calendario.expiracao é igual ou menor que zero.", propriedade: "cob.calendario.expiracao" },
    },
    body?.calendario === undefined &&
      known === undefined && { razao: "O objeto cob.calendario não respeita o schema.", propriedade: "cob.calendario" },
    cents === undefined && {
      ...{ razao: "O campo cob.valor.original não respeita o schema.", propriedade: "cob.valor.original" },
    },
    cents === 0 && !mayBeZero && { razao: "O campo cob.valor.original é zero.", propriedade: "cob.valor.original" },
    !account.keys.has(chave) && {
      razao: "O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.",
      propriedade: "cob.chave",
    },
    location !== undefined &&
      location !== known?.loc.id && { razao: "O location referenciado por loc.id inexiste.", propriedade: "loc.id" },
  ])
  if (valor.modalidadeAlteracao === 1) misuse.report("a charge lets its payer change the amount (modalidadeAlteracao 1)")
  if (valor.retirada !== undefined) misuse.report("a charge lets its payer withdraw cash (valor.retirada)")
}

/** Throws a refusal unless the charge is ATIVA. */
export function checkActive({ status }: Pick<Charge, "status">, error = INVALID): void {
  refuse(error, [
    status !== "ATIVA" && {
      razao: "A cobrança não está ATIVA, e a presente requisição busca alterá-la.",
      propriedade: "cob.status",
    },
  ])
}

/** Throws a refusal where a removal changes something else as well. */
export function checkRemoval(body: Body, error = INVALID): void {
  refuse(error, [
    Object.keys(body).length > 1 && {
      razao: "A cobrança está ATIVA, e a presente requisição propõe alterar seu status juntamente com outras alterações.",
      propriedade: "cob.status",
    },
  ])
}

export function isSame(one: Terms, other: Terms): boolean {
  return isDeepStrictEqual(one, other)
}

/** Milliseconds until when the charge may be paid. */
export function endOf({ created, revisions }: Charge): number {
  return created + revisions.at(-1)!.calendario.expiracao * 1000
}
