import { addCopyButtons } from "./copy.ts"
import { nameRows } from "./rows.ts"

/** The script's additions to a page. They are also made to each newer copy of the page, before it replaces the older one. */
const DECORATIONS: ((page: Document) => void)[] = [addCopyButtons, nameRows]

export function decorate(page: Document): void {
  for (const add of DECORATIONS) add(page)
}
