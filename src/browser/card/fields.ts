import type { CardChange, CardFieldErrorCode, Funding, Locale } from "../../sdk/browser/types.ts"
import { localeOf } from "../shared/locale.ts"
import type { FrameOptions } from "../shared/protocol.ts"
import { html } from "./dom.ts"
import { flawOfExpiry, isWhole, monthOf, yearOf } from "./expiry.ts"
import { Field, type FieldError, type FieldName } from "./field.ts"
import { codeFormat, expiryFormat, numberFormat } from "./format.ts"
import { FundingChoice } from "./funding-choice.ts"
import { drawSign, nameOf } from "./icons.ts"
import { type Brand, brandOf, cvcLength, isNumber, knownLengths } from "./number.ts"
import { applyLook } from "./style.ts"
import { TEXTS, type Texts } from "./texts.ts"

export type CardData = {
  number: string
  expMonth: number
  expYear: number
  cvc: string
  /** Left out unless the page asked for one. */
  funding?: Funding
}

/** The form with the card fields. */
export class Fields {
  readonly element: HTMLElement
  readonly #number: Field
  readonly #expiry: Field
  readonly #cvc: Field
  readonly #choice = new FundingChoice(() => this.#refresh())
  readonly #brand = html("span", { class: "brand" })
  readonly #brandName = html("span", { class: "unseen", id: "brand-name", "aria-live": "polite" })
  readonly #onChange: (change: CardChange) => void
  #drawn: Brand | undefined
  #locale: Locale = "pt-BR"
  #asked: FrameOptions["funding"]
  #last = ""

  constructor(options: FrameOptions, onChange: (change: CardChange) => void) {
    this.#onChange = onChange
    const onInput = () => this.#refresh()
    this.#number = new Field({
      ...{ name: "number", autocomplete: "cc-number", format: numberFormat, onInput },
      flawOf: flawOfNumber,
      isFull: (digits) => digits.length >= Math.max(...knownLengths(digits)),
    })
    this.#expiry = new Field({
      ...{ name: "expiry", autocomplete: "cc-exp", format: expiryFormat, onInput },
      flawOf: (digits) => flawOfExpiry(digits),
      isFull: (digits) => isWhole(digits) || flawOfExpiry(digits) === "expiry_invalid",
    })
    const codeLength = () => cvcLength(this.#number.digits)
    this.#cvc = new Field({
      ...{ name: "cvc", autocomplete: "cc-csc", format: codeFormat(codeLength), onInput },
      flawOf: (digits) => (digits.length === codeLength() ? undefined : "cvc_incomplete"),
      isFull: () => false,
    })
    this.#number.box.append(this.#brand, this.#brandName)
    this.element = html("div", { class: "card", role: "group" }, ...this.#all.map(({ element }) => element))
    this.update(options)
  }

  get #all(): Field[] {
    return [this.#number, this.#expiry, this.#cvc]
  }

  get #funding(): { funding?: Funding } {
    if (this.#asked === undefined) return {}
    return { funding: this.#asked === "choice" ? this.#choice.chosen : this.#asked }
  }

  get #texts(): Texts {
    return TEXTS[this.#locale]
  }

  /** Sets the language and the look, and whether the payer may type. Omitted options get their default. */
  update({ locale, theme, variables, disabled, funding }: FrameOptions): void {
    this.#locale = localeOf(locale)
    document.documentElement.lang = this.#locale
    applyLook(theme, variables)
    this.element.setAttribute("aria-label", this.#texts.group)
    for (const { input } of this.#all) input.disabled = disabled === true
    this.#asked = funding
    this.#choice.update(this.#texts, disabled === true)
    if (funding === "choice") this.element.prepend(this.#choice.element)
    else this.#choice.element.remove()
    this.#drawn = undefined
    this.#refresh()
  }

  focus(): void {
    this.#number.input.focus()
  }

  clear(): void {
    for (const field of this.#all) field.clear()
    this.#choice.clear()
    this.#refresh()
  }

  /** Shows missing values. Returns the first error, or the card. */
  read(): { card: CardData; error?: undefined } | { card?: undefined; error: NonNullable<CardChange["error"]> } {
    for (const field of this.#all) field.error = field.flaw
    this.#refresh()
    const error = this.#problem()
    if (error) {
      this.#all.find(({ error }) => error)?.input.focus()
      return { error }
    }
    const expiry = this.#expiry.digits
    const dates = { expMonth: monthOf(expiry), expYear: yearOf(expiry) }
    return { card: { number: this.#number.digits, ...dates, cvc: this.#cvc.digits, ...this.#funding } }
  }

  /** Shows at a field that the API has refused its value. */
  refuse(name: FieldName): void {
    const refused: Record<FieldName, FieldError> = { number: "number_refused", expiry: "expiry_past", cvc: "cvc_incomplete" }
    const field = { number: this.#number, expiry: this.#expiry, cvc: this.#cvc }[name]
    field.error = refused[name]
    this.#refresh()
    field.input.focus()
  }

  #refresh(): void {
    const { number, expiry, expiryExample, cvc } = this.#texts
    // A number of another brand may have a shorter code.
    this.#cvc.refresh()
    this.#number.label(number, "1234 1234 1234 1234")
    this.#expiry.label(expiry, expiryExample)
    this.#cvc.label(cvc, cvcLength(this.#number.digits) === 4 ? "1234" : "123")
    for (const field of this.#all) field.show(field.error, this.#textOf(field.error))
    this.#drawBrand(brandOf(this.#number.digits))
    this.#tell()
  }

  #textOf(error: FieldError | undefined): string {
    return error ? this.#texts.errors[error] : ""
  }

  #drawBrand(brand: Brand): void {
    if (brand === this.#drawn) return
    this.#drawn = brand
    this.#brand.replaceChildren(drawSign(brand))
    const name = nameOf(brand)
    this.#brandName.textContent = name ? this.#texts.brand(name) : ""
  }

  /** The first error that is visible to the payer. A page that shows errors itself needs only this one. */
  #problem(): CardChange["error"] {
    const error = this.#all.find(({ error }) => error)?.error
    return error ? { code: error === "number_refused" ? "number_invalid" : error, message: this.#textOf(error) } : null
  }

  #tell(): void {
    const change: CardChange = {
      complete: this.#all.every(({ flaw }) => flaw === undefined),
      empty: this.#all.every(({ digits }) => digits === ""),
      brand: brandOf(this.#number.digits),
      ...this.#funding,
      error: this.#problem(),
    }
    const text = JSON.stringify(change)
    const isNews = this.#last !== "" && this.#last !== text
    this.#last = text
    if (isNews) this.#onChange(change)
  }
}

function flawOfNumber(digits: string): CardFieldErrorCode | undefined {
  if (isNumber(digits)) return undefined
  const lengths = knownLengths(digits)
  return digits.length < Math.min(...lengths) ? "number_incomplete" : "number_invalid"
}
