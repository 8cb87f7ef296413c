const FIRST_GAP_MS = 1000
const LONGEST_GAP_MS = 30_000

/** Asks again for each picture that does not come, as on a bad network or while too many are drawn. */
export function reloadPictures(main: HTMLElement): void {
  for (const picture of main.querySelectorAll("img")) {
    let gap = FIRST_GAP_MS
    const askAgain = () => {
      setTimeout(() => picture.setAttribute("src", picture.getAttribute("src")!), gap)
      gap = Math.min(gap * 2, LONGEST_GAP_MS)
    }
    picture.addEventListener("error", askAgain)
    // It has failed before this script came.
    if (picture.complete && picture.naturalWidth === 0) askAgain()
  }
}
