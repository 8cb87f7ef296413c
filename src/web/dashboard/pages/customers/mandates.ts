import { detachMethod } from "../../../../billing/subscriptions/chosen-card.ts"
import { mustFindCustomer } from "../../../../customers/customers.ts"
import { mandatesOfIds, mustFindMandate } from "../../../../payments/mandates/store.ts"
import { mustFindPaymentMethod, pageOfPaymentMethods } from "../../../../payments/methods/store.ts"
import type { Html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import { buttonLink, titledCard } from "../../components/basics.ts"
import { mandateBadge, mandateCharge } from "../../components/mandate-state.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"

const MAX_SHOWN = 50

const en = {
  title: "PIX Automático",
  object: "For",
  charged: "Charged",
  status: "Status",
  since: "Since",
  detach: "Detach",
  detachTitle: (object: string) => `Detach the PIX Automático of “${object}”`,
  detachText: "The mandate is canceled at the payer’s bank. Its subscription goes on by PIX codes.",
  detachButton: "Detach the mandate",
  detachedNotice: "The mandate is detached.",
}

const WORDS: Words<typeof en> = {
  en,
  pt: {
    title: "Pix Automático",
    object: "De",
    charged: "Cobrança",
    status: "Situação",
    since: "Desde",
    detach: "Desvincular",
    detachTitle: (object: string) => `Desvincular o Pix Automático de “${object}”`,
    detachText: "A autorização é cancelada no banco do pagador. A assinatura continua por códigos PIX.",
    detachButton: "Desvincular a autorização",
    detachedNotice: "A autorização foi desvinculada.",
  },
}

/** The mandates of a customer. Undefined if there is none: most customers have none. */
export async function mandatesCard(request: DashboardRequest, customer: string): Promise<Html | undefined> {
  const words = request.words(WORDS)
  const { database } = request.mode
  const wanted = { limit: MAX_SHOWN, customer, type: "pix_automatico" } as const
  const { rows } = await pageOfPaymentMethods(database, request.account, wanted)
  if (rows.length === 0) return undefined
  const mandates = await mandatesOfIds(
    database,
    request.account,
    rows.map(({ id }) => id),
  )
  const shown = [...mandates.values()].map(({ id, object, amount, period, status, created }) => [
    object,
    mandateCharge(request, { amount, period }),
    mandateBadge(request, status),
    request.dateTime(created),
    request.may("operator") && buttonLink(request.pathTo(`/customers/${customer}/mandates/${id}/detach`), words.detach, "quiet"),
  ])
  const columns = [words.object, words.charged, words.status, words.since, ""]
  return titledCard(words.title, table({ caption: words.title, columns, rows: shown }))
}

/** Detaches a mandate, which cancels it at the payer's bank. */
export function detachMandateForm(routes: PageRoutes): void {
  routes.change("/customers/:id/mandates/:mandate/detach", {
    role: "operator",
    proof: "live",
    find: findMandate,
    confirmation: (request, { mandate, customer }) => {
      const words = request.words(WORDS)
      return {
        title: words.detachTitle(mandate.object),
        text: words.detachText,
        button: words.detachButton,
        tone: "danger",
        back: request.pathTo(`/customers/${customer.id}`),
      }
    },
    make: async (request, { mandate, customer }) => {
      const audited = { action: "payment_method.detach", target: mandate.id } as const
      await request.runAction(audited, (tx, scope) => detachMethod(tx, scope, mandate.id))
      return { to: request.pathTo(`/customers/${customer.id}`), notice: request.words(WORDS).detachedNotice }
    },
  })
}

async function findMandate(request: DashboardRequest) {
  const { database } = request.mode
  const customer = await mustFindCustomer(database, request, request.pathParameter("id"))
  const { id, type } = await mustFindPaymentMethod(database, request, request.pathParameter("mandate"))
  if (type !== "pix_automatico") throw new PageNotFound()
  const mandate = await mustFindMandate(database, request.account, id)
  if (mandate.customer !== customer.id) throw new PageNotFound()
  return { customer, mandate }
}
