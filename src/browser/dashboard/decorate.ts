import { addCopyButtons } from "./copy.ts"
import { nameRows } from "./rows.ts"
import { showLocalTimes } from "./times.ts"

/** What the script adds to a page. It is added to each newer copy of the page too, before that takes the place of the older one. */
const DECORATIONS: ((page: Document) => void)[] = [showLocalTimes, addCopyButtons, nameRows]

export function decorate(page: Document): void {
  for (const add of DECORATIONS) add(page)
}
