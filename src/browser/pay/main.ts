// Runs in the payer's browser, on a hosted page: shows the copy buttons and the countdown, notices the end of the payment, and tells
// the page around it where it is in a frame of handleNextAction.

import { showCopyButtons } from "./copy.ts"
import { onEmbedded, submitWithoutLeaving } from "./embedded.ts"
import { reloadPictures } from "./pictures.ts"
import { runTimer } from "./timer.ts"
import { watchStatus } from "./watch.ts"

/** In the address of a page that the payer was looking at when the payment ended. */
const WATCHED = "?watched"
const RETURN_AFTER_MS = 3000
/** So many questions without an answer are no mishap. */
const PATIENCE = 2

const main = document.querySelector("main")!
const { state, status, outcome, back, seconds } = main.dataset
const embedded = window.parent !== window

showCopyButtons(main)
reloadPictures(main)
const timer = seconds === undefined ? undefined : runTimer(main, Number(seconds))
const tell = embedded ? onEmbedded(main, outcome) : undefined
if (status) {
  const check = watchStatus(status, state!, {
    onTime: (left) => timer?.set(left),
    onLost: (times) => {
      main.querySelector<HTMLElement>("[data-lost]")!.hidden = times < PATIENCE
    },
    onEnd: (ended) => {
      // The page around this one needs no further page of ours, which might not come.
      if (!ended || !tell?.(ended)) location.replace(location.pathname + WATCHED)
    },
  })
  timer?.onOver(check)
  if (embedded) submitWithoutLeaving(main, check)
}
if (!embedded && back && location.search === WATCHED) {
  main.querySelector<HTMLElement>("[data-returning]")!.hidden = false
  // The shop's Back button leads to the page as it is for a payer who opens it, which does not send them away again.
  history.replaceState(null, "", location.pathname)
  setTimeout(() => location.assign(back), RETURN_AFTER_MS)
}
