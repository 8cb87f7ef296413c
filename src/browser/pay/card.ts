import type { Locale, TokenError } from "../../sdk/browser/types.ts"
import { only } from "../shared/only.ts"
import { createCard, internalsOf } from "../vintem/card-element.ts"
import { Frame } from "../vintem/frame.ts"

/** Shows the card fields of a pay page. Its form is sent with a token, and never with a card. */
export function showCard(form: HTMLFormElement): void {
  const { frame: origin, session, locale } = form.dataset
  if (!origin || !session) return
  const card = createCard(origin, session, { locale: locale as Locale })
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
    const fields = internalsOf.get(card)?.frame()
    const { token, error } =
      fields instanceof Frame ? await fields.requestToken({ type: "card", ...(holderName && { holderName }) }) : {}
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

/** The texts of connection errors are in the payer's language. All others are for developers. */
function textOf(error: TokenError | undefined, { dataset }: HTMLElement): string {
  return error?.type === "connection_error" || error?.type === "rate_limit_error" ? error.message : (dataset.unread ?? "")
}
