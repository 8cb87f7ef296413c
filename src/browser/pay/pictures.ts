const FIRST_GAP_MS = 1000
const LONGEST_GAP_MS = 30_000

/** Retries each picture that fails to load, as on a bad network or while too many are being drawn. */
export function reloadPictures(main: HTMLElement): void {
  for (const picture of main.querySelectorAll("img")) {
    let gap = FIRST_GAP_MS
    const askAgain = () => {
      setTimeout(() => picture.setAttribute("src", picture.src), gap)
      gap = Math.min(gap * 2, LONGEST_GAP_MS)
    }
    picture.addEventListener("error", askAgain)
    // The picture failed before this script was loaded.
    if (picture.complete && picture.naturalWidth === 0) askAgain()
  }
}
