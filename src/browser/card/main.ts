// The page with the card fields. It accepts one message from the parent page, which brings a port. All further messages use that port.

import type { TokenError } from "../../sdk/browser/types.ts"
import { FUNDINGS, has, isObject, LOCALES } from "../shared/appearance.ts"
import { localeOf } from "../shared/locale.ts"
import { only } from "../shared/only.ts"
import { BARE_TYPES, type Connect, type FrameOptions, type FromFrame, PROTOCOL } from "../shared/protocol.ts"
import type { FieldName } from "./field.ts"
import { Fields } from "./fields.ts"
import { type Caller, createToken, type TokenAnswer } from "./tokens.ts"

/** The most concurrent requests for tokens. A page has no use for more. */
const MAX_UNDER_WAY = { card: 1, bare: 4 }
const MAX_NAME = 255

addEventListener("message", accept)

/** Other windows may have a handle of this one and send to it. Only the first message of the parent page counts. */
function accept({ source, origin, data, ports }: MessageEvent): void {
  const port = ports[0]
  if (window.parent === window || source !== window.parent || !port || !isConnect(data)) return
  removeEventListener("message", accept)
  const send = (message: FromFrame) => port.postMessage(message)
  const flaw = flawOf(origin, data)
  if (flaw) send({ type: "refused", error: flaw })
  else new Conversation(port, send, origin, data).begin()
}

function isConnect(data: unknown): data is Connect {
  return isObject(data) && typeof data.vintem === "number" && (data.element === "card" || data.element === "none")
}

function flawOf(origin: string, { vintem }: Connect): TokenError | undefined {
  const type = "invalid_request_error"
  if (vintem !== PROTOCOL)
    return { type, code: "version_unknown", message: "This vintem.js is of another version. Reload the page." }
  if (/^https?:\/\//.test(origin)) return undefined
  const message = "The page has no origin of its own, because it is sandboxed or a local file. Serve it from a registered origin."
  return { type: "permission_error", code: "origin_not_allowed", message }
}

class Conversation {
  readonly #port: MessagePort
  readonly #send: (message: FromFrame) => void
  readonly #caller: Caller
  readonly #fields: Fields | undefined
  #options: FrameOptions
  #underWay = 0

  constructor(port: MessagePort, send: (message: FromFrame) => void, parentOrigin: string, { element, options }: Connect) {
    this.#port = port
    this.#send = send
    this.#options = checked(options)
    const tokensUrl = only<HTMLMetaElement>("meta[name=vintem-tokens]").content
    const key = new URLSearchParams(location.search).get("key") ?? ""
    this.#caller = { tokensUrl, key, parentOrigin, locale: () => localeOf(this.#options.locale) }
    if (element === "card") this.#fields = new Fields(this.#options, (change) => send({ type: "change", change }))
  }

  begin(): void {
    this.#port.onmessage = ({ data }) => this.#receive(data)
    if (this.#fields) this.#show(this.#fields.element)
    this.#send({ type: "ready", vintem: PROTOCOL })
  }

  #show(element: HTMLElement): void {
    document.body.append(element)
    const report = () => this.#send({ type: "resize", height: Math.ceil(document.body.getBoundingClientRect().height) })
    new ResizeObserver(report).observe(document.body)
    report()
    // When the focus moves between two fields, it stays in the frame. So it is neither event.
    element.addEventListener("focusin", ({ relatedTarget }) => relatedTarget || this.#send({ type: "focus" }))
    element.addEventListener("focusout", ({ relatedTarget }) => relatedTarget || this.#send({ type: "blur" }))
    element.addEventListener("keydown", ({ key, repeat, isComposing }) => {
      if (key === "Enter" && !repeat && !isComposing) this.#send({ type: "enter" })
    })
  }

  #receive(message: unknown): void {
    if (!isObject(message)) return
    if (message.type === "update") {
      this.#options = checked(message.options)
      this.#fields?.update(this.#options)
    } else if (message.type === "focus") this.#fields?.focus()
    else if (message.type === "clear") this.#fields?.clear()
    else if (message.type === "token" && typeof message.id === "number") void this.#answer(message.id, message.request)
  }

  async #answer(id: number, request: unknown): Promise<void> {
    const max = this.#fields ? MAX_UNDER_WAY.card : MAX_UNDER_WAY.bare
    if (this.#underWay >= max) return this.#send({ type: "result", id, error: IN_PROGRESS })
    this.#underWay++
    const { token, error } = await this.#create(request)
    this.#underWay--
    this.#send(token ? { type: "result", id, token } : { type: "result", id, error })
  }

  async #create(request: unknown): Promise<TokenAnswer> {
    if (!isObject(request)) return { error: NO_REQUEST }
    if (!this.#fields) {
      const { type } = request
      const bare = BARE_TYPES.find((each) => each === type)
      return bare ? createToken(this.#caller, { type: bare }) : { error: NO_REQUEST }
    }
    const { holderName } = request
    const { card, error } = this.#fields.read()
    if (error) return { error: { type: "validation_error", ...error } }
    const named = typeof holderName === "string" ? { holderName: holderName.slice(0, MAX_NAME + 1) } : {}
    const answer = await createToken(this.#caller, { type: "card", card: { ...card, ...named } })
    const field = answer.error && FIELD_OF[answer.error.param ?? ""]
    if (field) this.#fields.refuse(field)
    return answer
  }
}

const FIELD_OF: Record<string, FieldName> = {
  "card.number": "number",
  "card.cvc": "cvc",
  "card.expMonth": "expiry",
  "card.expYear": "expiry",
}

const IN_PROGRESS: TokenError = {
  type: "invalid_request_error",
  code: "request_in_progress",
  message: "createToken is under way already. Wait for its result.",
}

const NO_REQUEST: TokenError = {
  type: "invalid_request_error",
  code: "parameter_invalid",
  message: "The frame does not know what to make a token of. Reload the page.",
}

/** Returns the options, checked. The check in vintem.js helps its caller, and this one protects the frame. */
function checked(options: unknown): FrameOptions {
  if (!isObject(options)) return {}
  const known: FrameOptions = { disabled: options.disabled === true, theme: options.theme === "dark" ? "dark" : "light" }
  const locale = LOCALES.find((each) => each === options.locale)
  if (locale) known.locale = locale
  const funding = FUNDINGS.find((each) => each === options.funding)
  if (funding) known.funding = funding
  if (has(options, "variables") && isObject(options.variables)) known.variables = options.variables as Record<string, string>
  return known
}
