import { Idiomorph } from "idiomorph"
import { decorate } from "./decorate.ts"

/** A page is fetched again at most so often, and its fetching takes at most this share of the time. */
const PAUSE_MS = 1500
const SHARE = 5
/** How soon a stream is tried again that the server has refused, or a page that could not be fetched. */
const AGAIN_MS = 20_000

/** How often it is looked whether a page that must not change under its reader may change now. */
const LOOK_MS = 500

/** Keeps the page as new as its data: hears of changes, fetches the page again, and changes what is different. */
export function updateByItself(): void {
  const mark = document.querySelector<HTMLElement>(".live[data-changes]")
  if (mark && "EventSource" in window) new LivePage(mark).start()
}

class LivePage {
  readonly #mark: HTMLElement
  /** The kinds of changes that concern this page, and how far the page is in each. */
  readonly #kinds: string[]
  #shown: Record<string, string>
  #newest: Record<string, string>
  #source: EventSource | undefined
  #isBusy = false
  #notBefore = 0
  #again = 0

  constructor(mark: HTMLElement) {
    this.#mark = mark
    this.#kinds = mark.dataset.of!.split(" ")
    this.#shown = JSON.parse(mark.dataset.marks!)
    this.#newest = this.#shown
  }

  start(): void {
    document.addEventListener("visibilitychange", () => this.#follow())
    // A page that the browser keeps for "back" has no stream. It opens one when it is shown again.
    addEventListener("pagehide", () => this.#close())
    addEventListener("pageshow", () => this.#follow())
    setInterval(() => void this.#update(), LOOK_MS)
    this.#follow()
  }

  /** Listens while the page is seen. Browsers open few connections to a server, which tabs that nobody sees leave to others. */
  #follow(): void {
    if (document.hidden) this.#close()
    else if (!this.#source) this.#open()
  }

  #open(): void {
    const source = new EventSource(this.#mark.dataset.changes!)
    this.#source = source
    source.onopen = () => this.#say("on")
    source.onmessage = ({ data }) => {
      this.#newest = JSON.parse(data)
      void this.#update()
    }
    source.onerror = () => {
      this.#say("lost")
      if (source.readyState === EventSource.CLOSED) this.#retry()
    }
  }

  #close(): void {
    clearTimeout(this.#again)
    this.#source?.close()
    this.#source = undefined
  }

  /** The server refused the stream, such as where the session has ended. Fetching the page tells. */
  #retry(): void {
    this.#close()
    this.#shown = {}
    this.#again = window.setTimeout(() => this.#follow(), AGAIN_MS)
  }

  #say(state: "on" | "lost" | "ended"): void {
    this.#mark.hidden = false
    this.#mark.classList.toggle("lost", state !== "on")
    if (state === "on") this.#mark.removeAttribute("role")
    else this.#mark.setAttribute("role", "status")
    const text = this.#mark.dataset[state]!
    if (this.#mark.textContent !== text) this.#mark.textContent = text
  }

  async #update(): Promise<void> {
    const isNew = this.#kinds.some((kind) => this.#shown[kind] !== this.#newest[kind])
    if (!isNew || this.#isBusy || document.hidden || performance.now() < this.#notBefore || isUsed()) return
    this.#isBusy = true
    const began = performance.now()
    const newest = this.#newest
    try {
      const page = await newerPage()
      if (page === "signed out") return this.#end()
      // What the reader has begun meanwhile is left alone. The page is fetched again later.
      if (page && isUsed()) return
      if (page) show(page)
      this.#shown = newest
      this.#wait(PAUSE_MS, began)
    } catch {
      this.#wait(AGAIN_MS, began)
    } finally {
      this.#isBusy = false
    }
  }

  #wait(ms: number, began: number): void {
    const now = performance.now()
    this.#notBefore = now + Math.max(ms, (now - began) * SHARE)
  }

  #end(): void {
    this.#close()
    this.#newest = this.#shown
    this.#say("ended")
  }
}

/** Fetches the page that is open. Returns undefined where it is no such page any more. */
async function newerPage(): Promise<Document | "signed out" | undefined> {
  const response = await fetch(location.href.split("#")[0]!, {
    headers: { Accept: "text/html", "Vintem-Update": "1" },
    credentials: "same-origin",
    cache: "no-store",
  })
  if (response.redirected && new URL(response.url).pathname.startsWith("/sign-in")) return "signed out"
  if (!response.ok || response.redirected) return undefined
  return new DOMParser().parseFromString(await response.text(), "text/html")
}

/** Puts what is new into the page. Focus, what is scrolled and what is opened stay. */
function show(page: Document): void {
  const [main, newer] = [document.querySelector("main"), page.querySelector("main")]
  if (!main || !newer) return
  decorate(page)
  // What was said once is not part of the newer page.
  const notice = main.querySelector(":scope > .notice")
  if (notice && !newer.querySelector(":scope > .notice")) newer.prepend(notice.cloneNode(true))
  // What it returns is for pages whose <head> is changed too.
  void Idiomorph.morph(main, newer, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    callbacks: {
      beforeAttributeUpdated: (name: string, element: Element) => !(name === "open" && element instanceof HTMLDetailsElement),
    },
  })
  document.title = page.title
  document.dispatchEvent(new CustomEvent("vintem:updated"))
}

/** Whether somebody fills a form of the page, has a dialog open, or selects text. */
function isUsed(): boolean {
  const main = document.querySelector("main")!
  const selection = getSelection()
  if (document.querySelector("dialog[open]")) return true
  if (selection && !selection.isCollapsed && selection.rangeCount > 0 && main.contains(selection.anchorNode)) return true
  if (document.activeElement?.matches("main :is(input, select, textarea)")) return true
  return [...main.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>("input, select, textarea")].some(
    isFilled,
  )
}

function isFilled(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    const first = Math.max(
      0,
      options.findIndex(({ defaultSelected }) => defaultSelected),
    )
    return field.selectedIndex !== first
  }
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}
