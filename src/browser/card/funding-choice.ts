import type { Funding } from "../../sdk/browser/types.ts"
import { html } from "./dom.ts"
import type { Texts } from "./texts.ts"

const FUNDINGS = ["credit", "debit"] as const

/** Lets the payer choose as what the card is charged. */
export class FundingChoice {
  readonly element: HTMLElement
  readonly #options = FUNDINGS.map((value) => {
    const input = html("input", { type: "radio", name: "funding", value, id: value })
    const name = html("span")
    return { value, input, name, label: html("label", { class: "option", for: value }, input, name) }
  })

  constructor(onInput: () => void) {
    this.element = html("div", { class: "funding", role: "radiogroup" }, ...this.#options.map(({ label }) => label))
    this.element.addEventListener("change", onInput)
    this.clear()
  }

  get chosen(): Funding {
    return this.#options.find(({ input }) => input.checked)?.value ?? "credit"
  }

  update({ funding }: Texts, disabled: boolean): void {
    this.element.setAttribute("aria-label", funding.group)
    for (const { value, input, name } of this.#options) {
      input.disabled = disabled
      name.textContent = funding[value]
    }
  }

  clear(): void {
    for (const { value, input } of this.#options) input.checked = value === "credit"
  }
}
