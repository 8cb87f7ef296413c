import type { CardFieldErrorCode } from "../../sdk/browser/types.ts"
import { html } from "./dom.ts"
import type { Format } from "./format.ts"

export type FieldName = "number" | "expiry" | "cvc"

/** The API can refuse a number that the field accepts. */
export type FieldError = CardFieldErrorCode | "number_refused"

export type FieldParts = {
  name: FieldName
  autocomplete: string
  format: Format
  /** Returns the error of the digits, or undefined. */
  flawOf: (digits: string) => CardFieldErrorCode | undefined
  /** Returns whether there are enough digits to show an error while the payer is still in the field. */
  isFull: (digits: string) => boolean
  onInput: () => void
}

/** A field with its label and its error. */
export class Field {
  readonly element: HTMLElement
  readonly input: HTMLInputElement
  /** The box at the end of the field. */
  readonly box: HTMLElement
  readonly #parts: FieldParts
  readonly #label: HTMLLabelElement
  readonly #message: HTMLElement
  /** The visible error. */
  error: FieldError | undefined

  constructor(parts: FieldParts) {
    this.#parts = parts
    const { name, autocomplete } = parts
    this.#label = html("label", { for: name })
    this.#message = html("p", { id: `${name}-error`, class: "error", "aria-live": "polite" })
    this.input = html("input", {
      id: name,
      name: `cc-${name}`,
      type: "text",
      inputmode: "numeric",
      autocomplete,
      "aria-describedby": `${name}-error`,
      "aria-required": "true",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      // A card is written from left to right in every language.
      dir: "ltr",
    })
    this.box = html("div", { class: "box" }, this.input)
    this.element = html("div", { class: `field ${name}` }, this.#label, this.box, this.#message)
    this.input.addEventListener("beforeinput", (event) => this.#deleteAcrossGap(event))
    this.input.addEventListener("input", (event) => this.#reformat((event as InputEvent).inputType ?? ""))
    this.input.addEventListener("blur", () => this.#leave())
  }

  get digits(): string {
    return this.#parts.format.digitsOf(this.input.value)
  }

  get flaw(): CardFieldErrorCode | undefined {
    return this.#parts.flawOf(this.digits)
  }

  label(text: string, example: string): void {
    this.#label.textContent = text
    this.input.placeholder = example
  }

  /** Shows an error, or removes it. */
  show(error: FieldError | undefined, text: string): void {
    this.error = error
    if (this.#message.textContent !== text) this.#message.textContent = text
    if (error) this.input.setAttribute("aria-invalid", "true")
    else this.input.removeAttribute("aria-invalid")
  }

  /** Formats the text again, for example after another field has changed how many digits this one may have. */
  refresh(): void {
    const shown = this.#parts.format.show(this.digits)
    if (shown !== this.input.value) this.input.value = shown
  }

  clear(): void {
    this.input.value = ""
    this.error = undefined
  }

  /**
   * Without this, Backspace after a space and Delete before a space would remove only the space, which comes back at once. They remove the
   * digit there.
   */
  #deleteAcrossGap(event: InputEvent): void {
    const { selectionStart: at, selectionEnd, value } = this.input
    if (at === null || at !== selectionEnd) return
    const back = event.inputType === "deleteContentBackward"
    if (!back && event.inputType !== "deleteContentForward") return
    const gap = back ? /\D+$/.exec(value.slice(0, at)) : /^\D+/.exec(value.slice(at))
    if (!gap) return
    event.preventDefault()
    const digitAt = back ? at - gap[0].length - 1 : at + gap[0].length
    if (digitAt < 0 || digitAt >= value.length) return
    this.input.value = value.slice(0, digitAt) + value.slice(digitAt + 1)
    this.input.setSelectionRange(digitAt, digitAt)
    this.#reformat(event.inputType)
  }

  #reformat(inputType: string): void {
    const { value, selectionStart } = this.input
    const { format, onInput, isFull } = this.#parts
    const atEnd = selectionStart === null || selectionStart >= value.length
    const before = countDigits(value.slice(0, selectionStart ?? value.length))
    const digits = format.digitsOf(value)
    const shown = format.show(digits)
    if (shown !== value) {
      this.input.value = shown
      const caret = atEnd ? shown.length : placeAfter(shown, before, inputType.startsWith("delete"))
      if (document.activeElement === this.input) this.input.setSelectionRange(caret, caret)
    }
    this.error = isFull(digits) ? this.flaw : undefined
    onInput()
  }

  #leave(): void {
    this.refresh()
    if (this.digits !== "" && !this.error) this.error = this.flaw
    this.#parts.onInput()
  }
}

const countDigits = (text: string): number => text.replace(/\D/g, "").length

/** Returns the position in a text after this many digits: before the following gap when deleting, otherwise after it. */
function placeAfter(text: string, digits: number, deleting: boolean): number {
  let at = 0
  for (let seen = 0; at < text.length && seen < digits; at++) if (/\d/.test(text.charAt(at))) seen++
  while (!deleting && at > 0 && at < text.length && /\D/.test(text.charAt(at))) at++
  return at
}
