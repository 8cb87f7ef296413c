import type { CardChange, Token, TokenError, TokenResult } from "../../sdk/browser/types.ts"
import { isObject } from "../shared/appearance.ts"
import { type Connect, type FrameOptions, type FromFrame, PROTOCOL, type ToFrame, type TokenRequest } from "../shared/protocol.ts"

/** A loaded frame responds at once. A blocked one also "loads", as an error page, and never responds. */
const ANSWER_MS = 4000
/** The page may load slowly, but createToken must settle. */
const LOAD_MS = 10_000
/** The frame itself gives up sooner. */
const RESULT_MS = 28_000

const MAX_HEIGHT = 2000

export type FrameEvents = {
  ready?: () => void
  resize?: (height: number) => void
  change?: (change: CardChange) => void
  focus?: () => void
  blur?: () => void
  enter?: () => void
}

/** Where the frame comes from, and the key or the session in its address. */
export type FrameSource = { origin: string; key: string; given?: HTMLIFrameElement | undefined }

type Waiting = { resolve: (result: TokenResult) => void; timer: number }

/** A frame of Vintém's origin in the page. Messages to it use a port that only the two of them have. */
export class Frame {
  readonly iframe: HTMLIFrameElement
  readonly #origin: string
  readonly #events: FrameEvents
  readonly #waiting = new Map<number, Waiting>()
  /** Requests that wait until the frame is ready, or known to be unreachable. */
  #queue: (() => void)[] = []
  #port: MessagePort | undefined
  #state: "loading" | "ready" | TokenError = "loading"
  #timer: number
  #lastId = 0

  /** `given` is a frame that the page was sent with. Without it, the frame begins to load once it is in the page. */
  constructor({ origin, key, given }: FrameSource, connect: () => Omit<Connect, "vintem">, events: FrameEvents = {}) {
    this.#origin = origin
    this.#events = events
    this.iframe = given ?? newFrame(`${origin}/v1/frame/card?key=${encodeURIComponent(key)}`)
    this.#timer = setTimeout(() => this.#fail(notLoaded(origin)), LOAD_MS)
    let isKnown = given === undefined
    this.iframe.addEventListener("load", () => {
      // The given frame may have responded before the browser calls it loaded.
      if (isKnown || !this.isReady) this.#connect(connect(), ANSWER_MS)
      isKnown = true
    })
    // It may be loaded already. If it is still loading, it may miss this message, and gets another one when it is.
    if (given?.contentDocument === null) this.#connect(connect(), LOAD_MS)
  }

  get isReady(): boolean {
    return this.#state === "ready"
  }

  send(message: ToFrame): void {
    if (this.isReady) this.#port?.postMessage(message)
  }

  /** Requests a token once the frame is ready. */
  requestToken(request: TokenRequest): Promise<TokenResult> {
    return new Promise((resolve) => {
      const ask = () => {
        if (this.#state !== "ready") return resolve({ error: this.#state as TokenError })
        const id = ++this.#lastId
        const timer = setTimeout(() => this.#settle(id, { error: TIMED_OUT }), RESULT_MS)
        this.#waiting.set(id, { resolve, timer })
        this.send({ type: "token", id, request })
      }
      if (this.#state === "loading") this.#queue.push(ask)
      else ask()
    })
  }

  update(options: FrameOptions): void {
    this.send({ type: "update", options })
  }

  /** Removes the frame. Open requests resolve to an error. */
  remove(): void {
    this.#fail(REMOVED)
    for (const id of [...this.#waiting.keys()]) this.#settle(id, { error: REMOVED })
    this.#port?.close()
    this.iframe.remove()
  }

  /** A second load means that the page has moved the frame. The frame has then started again, empty. */
  #connect({ element, options }: Omit<Connect, "vintem">, withinMs: number): void {
    if (this.isReady) this.#port?.close()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      // The frame uses the first port that it gets.
      this.#port = port1
      this.#receive(data)
    }
    this.#state = "loading"
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(notLoaded(this.#origin)), withinMs)
    const connect: Connect = { vintem: PROTOCOL, element, options }
    this.iframe.contentWindow?.postMessage(connect, this.#origin, [port2])
  }

  #receive(message: FromFrame): void {
    if (!isObject(message)) return
    if (message.type === "ready" && message.vintem === PROTOCOL) this.#become("ready")
    else if (message.type === "refused") this.#fail(asError(message.error))
    else if (message.type === "result") this.#settle(message.id, asResult(message))
    else if (message.type === "resize" && message.height >= 0) this.#events.resize?.(Math.min(message.height, MAX_HEIGHT))
    else if (message.type === "change" && isObject(message.change)) this.#events.change?.(message.change)
    else if (message.type === "focus" || message.type === "blur" || message.type === "enter") this.#events[message.type]?.()
  }

  #fail(error: TokenError): void {
    if (this.#state === "loading" && error.code === "frame_not_loaded") console.error(`Vintem: ${error.message}`)
    this.#become(error)
  }

  #become(state: "ready" | TokenError): void {
    clearTimeout(this.#timer)
    this.#state = state
    const queue = this.#queue
    this.#queue = []
    for (const ask of queue) ask()
    // This comes last, because a listener of the page may throw.
    if (state === "ready") this.#events.ready?.()
  }

  #settle(id: number, result: TokenResult): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#waiting.delete(id)
    clearTimeout(waiting.timer)
    waiting.resolve(result)
  }
}

function newFrame(src: string): HTMLIFrameElement {
  const iframe = document.createElement("iframe")
  iframe.src = src
  iframe.referrerPolicy = "no-referrer"
  return iframe
}

const connectionError = (code: string, message: string): TokenError => ({ type: "connection_error", code, message })

const TIMED_OUT = connectionError("timeout", "The card fields gave no answer in time. Try again.")
const REMOVED = connectionError("frame_removed", "The card fields were taken off the page before the token was created.")

function notLoaded(origin: string): TokenError {
  const here = location.origin
  return connectionError(
    "frame_not_loaded",
    `The frame of ${origin} did not load. The origin ${here} is probably not registered for this key: add it with 'vintem origins add ${here}' ` +
      `or POST /merchant-origins. Otherwise the key was revoked, a page above this one is of an origin that is not registered, or the page's ` +
      `Content-Security-Policy lacks 'frame-src ${origin}'.`,
  )
}

function asResult({ token, error }: { token?: unknown; error?: unknown }): TokenResult {
  return isObject(token) && typeof token.id === "string" ? { token: token as Token } : { error: asError(error) }
}

function asError(error: unknown): TokenError {
  if (isObject(error) && typeof error.code === "string" && typeof error.message === "string") return error as TokenError
  return {
    type: "api_error",
    code: "internal_error",
    message: "The frame answered in a form that vintem.js does not know. Reload the page.",
  }
}
