// The script of a hosted page. It shows the copy buttons and the countdown, and notices the end of the payment. Inside a frame of
// handleNextAction, it reports to the parent page.

import { only } from "../shared/only.ts"
import { showCard } from "./card.ts"
import { showChallenge } from "./challenge.ts"
import { showCopyButtons } from "./copy.ts"
import { onEmbedded, submitWithoutLeaving } from "./embedded.ts"
import { sendOnce, writeNumbersWell } from "./form.ts"
import { reloadPictures } from "./pictures.ts"
import { runTimer } from "./timer.ts"
import { watchStatus } from "./watch.ts"

/** Marks the address of a page if the payer was watching when the payment ended. */
const WATCHED = "?watched"
const RETURN_AFTER_MS = 3000
/** After this many requests without a response, the page tells the payer. */
const PATIENCE = 2

const main = only("main")
const { state, status, outcome, back, seconds } = main.dataset
const embedded = window.parent !== window
const goOn = () => location.replace(location.pathname + WATCHED)

showCopyButtons(main)
reloadPictures(main)
const form = main.querySelector<HTMLFormElement>("form[data-form]")
if (form) {
  writeNumbersWell(form)
  if (form.dataset.session) showCard(form)
  else sendOnce(form)
}
const timer = seconds === undefined ? undefined : runTimer(main, Number(seconds))
const tell = embedded ? onEmbedded(main, outcome) : undefined
if (status && state) {
  const check = watchStatus(status, state, {
    onTime: (left) => timer?.set(left),
    onLost: (times) => {
      only("[data-lost]", main).hidden = times < PATIENCE
    },
    onEnd: (ended) => {
      // The parent page needs no further page from us, which might fail to load.
      if (!ended || !tell?.(ended)) goOn()
    },
  })
  timer?.onOver(check)
  if (embedded) submitWithoutLeaving(main, check)
}
showChallenge(main, goOn)
if (!embedded && back && location.search === WATCHED) {
  only("[data-returning]", main).hidden = false
  // The shop's Back button must lead to the plain page, which does not redirect the payer again.
  history.replaceState(null, "", location.pathname)
  setTimeout(() => location.assign(back), RETURN_AFTER_MS)
}
