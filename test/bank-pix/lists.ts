import type { Bank } from "./bank.ts"
import { refuse } from "./types.ts"

type Query = Record<string, string>

const BOOLEANS = ["locationPresente", "txIdPresente", "devolucaoPresente", "idRecPresente"]

/** Unix milliseconds of the period that a list is asked for, both ends in it. Throws a refusal if it is none. */
export function periodOf({ options }: Bank, error: string, query: Query): { from: number; to: number } {
  const [from, to] = [Date.parse(query.inicio ?? ""), Date.parse(query.fim ?? "")] as const
  const days = (to - from) / 86_400_000
  refuse(error, [
    Number.isNaN(from) && { razao: "inicio não respeita o schema.", propriedade: "inicio" },
    Number.isNaN(to) && { razao: "fim não respeita o schema.", propriedade: "fim" },
    to < from && { razao: "O timestamp fim é anterior ao timestamp inicio.", propriedade: "fim" },
    query.cpf !== undefined && query.cnpj !== undefined && { razao: "cpf e cnpj estão preenchidos.", propriedade: "cpf" },
    options.maxIntervalDays !== null &&
      days > options.maxIntervalDays && { razao: `O intervalo excede ${options.maxIntervalDays} dias.`, propriedade: "fim" },
  ])
  return { from, to }
}

/** One page of a list, and the `parametros` of its answer. Throws a refusal for a page that cannot be. */
export function pageOf<T>(error: string, items: T[], query: Query): { parametros: object; page: T[] } {
  const current = Number(query["paginacao.paginaAtual"] ?? 0)
  const size = Number(query["paginacao.itensPorPagina"] ?? 100)
  refuse(error, [
    !(Number.isInteger(current) && current >= 0) && { razao: "A página é negativa.", propriedade: "paginacao.paginaAtual" },
    !(Number.isInteger(size) && size >= 1 && size <= 1000) && {
      ...{ razao: "Os itens por página não são de 1 a 1000.", propriedade: "paginacao.itensPorPagina" },
    },
  ])
  const filters = Object.entries(query)
    .filter(([name]) => !name.startsWith("paginacao."))
    .map(([name, value]): [string, unknown] => {
      if (name === "convenio") return ["recebedor", { convenio: value }]
      return [name, BOOLEANS.includes(name) ? value === "true" : value]
    })
  const paginacao = {
    paginaAtual: current,
    itensPorPagina: size,
    quantidadeDePaginas: Math.max(1, Math.ceil(items.length / size)),
    quantidadeTotalDeItens: items.length,
  }
  return {
    parametros: { ...Object.fromEntries(filters), paginacao },
    page: items.slice(current * size, (current + 1) * size),
  }
}

/** Whether a filter such as `txIdPresente` lets a record through. */
export function present(filter: string | undefined, has: boolean): boolean {
  return filter === undefined || (filter === "true") === has
}
