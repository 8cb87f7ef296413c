let last: EventTarget | undefined

addEventListener("focusin", (event) => (last = event.composedPath()[0]), { capture: true })

/**
 * Remembers the focused element, or the last one: a button loses the focus when its page disables it during a payment. The returned
 * function restores the focus if nothing else has it.
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
