import { Idiomorph } from "idiomorph"
import { only } from "../shared/only.ts"
import { decorate } from "./decorate.ts"

/** The minimum pause between two fetches of a page, and the largest share of the time that fetching may take. */
const PAUSE_MS = 1500
const SHARE = 5
/** How soon to retry a stream that the server has refused, or a page that could not be fetched. */
const AGAIN_MS = 20_000

/** How often to check whether a page in use may change now. */
const LOOK_MS = 500

/** Keeps the page up to date: listens for changes, fetches the page again, and updates the parts that differ. */
export function updateByItself(): void {
  const mark = document.querySelector<HTMLElement>(".live[data-changes]")
  const { changes, marks, of } = mark?.dataset ?? {}
  if (mark && changes && marks && of && "EventSource" in window) new LivePage(mark, { changes, marks, of }).start()
}

class LivePage {
  readonly #mark: HTMLElement
  readonly #changes: string
  /** The kinds of changes that concern this page, and the page's current mark of each. */
  readonly #kinds: string[]
  #shown: Record<string, string>
  #newest: Record<string, string>
  #source: EventSource | undefined
  #isBusy = false
  #notBefore = 0
  #again = 0

  constructor(mark: HTMLElement, { changes, marks, of }: { changes: string; marks: string; of: string }) {
    this.#mark = mark
    this.#changes = changes
    this.#kinds = of.split(" ")
    this.#shown = JSON.parse(marks)
    this.#newest = this.#shown
  }

  start(): void {
    document.addEventListener("visibilitychange", () => this.#follow())
    // A page in the browser's back cache has no stream. It opens one when it is shown again.
    addEventListener("pagehide", () => this.#close())
    addEventListener("pageshow", () => this.#follow())
    setInterval(() => void this.#update(), LOOK_MS)
    this.#follow()
  }

  /** Listens while the page is visible. Browsers open few connections to a server, so hidden tabs leave them to others. */
  #follow(): void {
    if (document.hidden) this.#close()
    else if (!this.#source) this.#open()
  }

  #open(): void {
    const source = new EventSource(this.#changes)
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

  /** The server refused the stream, for example because the session has ended. Fetching the page shows why. */
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
    const { [state]: text = "" } = this.#mark.dataset
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
      // If the reader has started to use the page meanwhile, it does not change. It is fetched again later.
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

/** Fetches the current page. Returns undefined if it no longer exists as such. */
async function newerPage(): Promise<Document | "signed out" | undefined> {
  const response = await fetch(location.href, {
    headers: { Accept: "text/html", "Vintem-Update": "1" },
    credentials: "same-origin",
    cache: "no-store",
  })
  if (response.redirected && new URL(response.url).pathname.startsWith("/sign-in")) return "signed out"
  if (!response.ok || response.redirected) return undefined
  return new DOMParser().parseFromString(await response.text(), "text/html")
}

/** Puts the changes into the page. The focus, scroll positions and opened parts stay. */
function show(page: Document): void {
  const [main, newer] = [document.querySelector("main"), page.querySelector("main")]
  if (!main || !newer) return
  decorate(page)
  // The newer page lacks a notice that is shown only once.
  const notice = main.querySelector(":scope > .notice")
  if (notice && !newer.querySelector(":scope > .notice")) newer.prepend(notice.cloneNode(true))
  // The return value is only for pages whose <head> also changes.
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

/** Returns whether the reader fills in a form, has a dialog open, or selects text. */
function isUsed(): boolean {
  const main = only("main")
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
