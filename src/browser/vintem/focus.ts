let last: EventTarget | undefined

addEventListener("focusin", (event) => (last = event.composedPath()[0]), { capture: true })

/**
 * Remembers what of the page has the focus, or had it last: a button loses it where its page disables it during a payment. The function that
 * is returned gives the focus back where it is nowhere else.
 */
export function rememberFocus(): () => void {
  const before = isNowhere() ? last : document.activeElement
  const giveBack = () => {
    if (isNowhere() && before instanceof HTMLElement) before.focus()
  }
  return () => {
    giveBack()
    // The page may first have to enable its button again.
    setTimeout(giveBack)
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
