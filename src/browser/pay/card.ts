import type { CardElement, Locale, TokenError } from "../../sdk/browser/types.ts"
import { only } from "../shared/only.ts"
import { createCard, internalsOf } from "../vintem/card-element.ts"

/** Shows the card fields of a pay page. Its form is sent with a token, and never with a card. */
export function showCard(form: HTMLFormElement): void {
  const { frame: origin, session, locale, funding } = form.dataset
  if (!origin || !session) return
  const given = givenFrame(form)
  const card = createCard({ origin, key: session, given }, { locale: locale as Locale, ...(funding === "choice" && { funding }) })
  followFunding(card, form)
  const button = only<HTMLButtonElement>("[data-pay-card]", form)
  const problem = only("[data-problem]", form)
  card.mount(only("[data-card]", form))
  button.hidden = false
  const setBusy = (isBusy: boolean) => {
    button.disabled = isBusy
    card.update({ disabled: isBusy })
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (button.disabled) return
    problem.hidden = true
    setBusy(true)
    const holderName = only<HTMLInputElement>("[name=holder]", form).value.trim()
    const fields = internalsOf.get(card)
    const { token, error } = (await fields?.requestToken({ type: "card", ...(holderName && { holderName }) })) ?? {}
    if (token) {
      only<HTMLInputElement>("[name=token]", form).value = token.id
      // This sends the form without this listener.
      return form.submit()
    }
    setBusy(false)
    problem.textContent = textOf(error, problem)
    problem.hidden = false
  })
  addEventListener("pageshow", ({ persisted }) => persisted && setBusy(false))
}

/** Debit cards pay in one installment. */
function followFunding(card: CardElement, form: HTMLFormElement): void {
  const select = form.querySelector<HTMLSelectElement>("select[name=installments]")
  const label = select?.closest("label")
  if (!select || !label) return
  card.on("change", ({ funding }) => {
    label.hidden = funding === "debit"
    if (label.hidden) select.value = "1"
  })
}

/**
 * The frame that the page was sent with, so that it loads together with this script. After a reload or Back, some browsers load the frame
 * of the page before, whose session may be over: then there is none.
 */
function givenFrame(form: HTMLFormElement): HTMLIFrameElement | undefined {
  const frame = form.querySelector("iframe") ?? undefined
  const [visit] = performance.getEntriesByType("navigation")
  if ((visit as PerformanceNavigationTiming | undefined)?.type === "navigate") return frame
  frame?.remove()
}

/** The texts of connection errors are in the payer's language. All others are for developers. */
function textOf(error: TokenError | undefined, { dataset }: HTMLElement): string {
  return error?.type === "connection_error" || error?.type === "rate_limit_error" ? error.message : (dataset.unread ?? "")
}
