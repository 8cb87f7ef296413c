import { type Outcome, showHostedPage } from "../shared/hosted-frame.ts"
import { only } from "../shared/only.ts"

/**
 * Shows the challenge of the payer's bank in a dialog of the page, at once, and again when the payer asks for it. `onEnd` is called when its
 * outcome is known. If the browser cannot show it, the payer is led to it once. The Back button then stays on this page, whose link goes on
 * leading there.
 */
export function showChallenge(main: HTMLElement, onEnd: () => void): void {
  const link = main.querySelector<HTMLAnchorElement>("a[data-challenge]")
  if (!link || ledTo() === link.href) return
  const dialog = only<HTMLDialogElement>("dialog", main)
  const leave = () => noteLed(link.href) && location.assign(link.href)
  // Browsers before 2022 have no modal dialogs.
  if (!dialog.showModal) return void leave()
  const open = async () => {
    dialog.showModal()
    const outcome = await showInside(dialog, new URL(link.href))
    if (outcome && outcome !== "dismissed") return onEnd()
    dialog.close()
    if (!outcome) leave()
  }
  // Escape closes the dialog, too. The frame is then removed, and that dismisses the challenge.
  dialog.addEventListener("close", () => {
    only("[data-place]", dialog).replaceChildren()
    link.focus()
  })
  only("[data-close]", dialog).addEventListener("click", () => dialog.close())
  link.addEventListener("click", (event) => {
    event.preventDefault()
    void open()
  })
  void open()
}

/** Resolves to nothing if the challenge is not shown. */
function showInside(dialog: HTMLDialogElement, url: URL): Promise<Outcome | undefined> {
  const place = only("[data-place]", dialog)
  const loading = only("[data-loading]", dialog)
  loading.hidden = false
  return showHostedPage(url, place, {
    title: place.dataset.title ?? "",
    greeting: "vintem:next-action:1:closable",
    onShown: () => {
      loading.hidden = true
    },
    notShown: () => "not shown",
  }).catch(() => undefined)
}

/** The tab's storage says it. Browsers skip the entries of pages that led on by themselves, so an entry of the history could not. */
const LED_TO = "vintem:led-to"

function ledTo(): string | null {
  try {
    return sessionStorage.getItem(LED_TO)
  } catch {
    return null
  }
}

/** Returns whether it could be noted. If it cannot, the payer goes by the link, because Back would lead to the bank again and again. */
function noteLed(href: string): boolean {
  try {
    sessionStorage.setItem(LED_TO, href)
    return true
  } catch {
    return false
  }
}
